// SPDX-License-Identifier: GPL-3.0-or-later
//
// A classroom agent in C++17 that plays any legal move. It answers over HTTP with the sockets of POSIX alone.
// To write your own agent, start from this one: change `answer`.
//
//     c++ -std=c++17 -O2 -o agent agent.cpp
//     ./agent 5000 & nmm match --white level:1 --black http://127.0.0.1:5000 --games 20
//
// The header of agent.py shows the requests and answers, and the numbers of the points: ring by ring, the outer first,
// clockwise from the top left corner.

#include <arpa/inet.h>
#include <sys/socket.h>
#include <unistd.h>

#include <array>
#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <iostream>
#include <random>
#include <string>
#include <vector>

namespace {

constexpr int points = 24;
constexpr std::size_t most_bytes = 1 << 16;

// `t` is the agent's own piece, `f` the opponent's, and `n` an empty point: the first letters of true, false, and null.
using Board = std::string;
using Choice = std::vector<int>;

std::mt19937 chance{std::random_device{}()};

// Returns the lines of three points: the sides of the rings, and the lines across the rings.
std::vector<std::array<int, 3>> lines() {
    std::vector<std::array<int, 3>> found;
    for (int corner = 0; corner < 8; corner += 2) {
        for (int ring = 0; ring < points; ring += 8) {
            found.push_back({ring + corner, ring + corner + 1, ring + (corner + 2) % 8});
        }
        found.push_back({corner + 1, corner + 9, corner + 17});
    }
    return found;
}

bool are_neighbors(int one, int two) {
    for (const auto& [first, middle, last] : lines()) {
        if ((one == middle && (two == first || two == last)) || (two == middle && (one == first || one == last))) {
            return true;
        }
    }
    return false;
}

// Returns whether the opponent's piece on this point is in a mill.
bool in_mill(const Board& board, int point) {
    for (const auto& [first, middle, last] : lines()) {
        bool through = point == first || point == middle || point == last;
        if (through && board[first] == 'f' && board[middle] == 'f' && board[last] == 'f') return true;
    }
    return false;
}

// Reads the board of a request. Returns whether it has 24 points.
bool read_board(const std::string& body, Board& board) {
    board.clear();
    std::size_t at = body.find("\"gameBoard\"");
    at = at == std::string::npos ? at : body.find('[', at);
    while (at != std::string::npos && body[at] != ']') {
        at = body.find_first_of("tfn]", at);
        if (at == std::string::npos || body[at] == ']') break;
        board += body[at];
        at = body.find_first_of(",]", at);
    }
    return board.size() == points;
}

// Returns whether the phase of a request is the one in which pieces fly.
bool is_flying(const std::string& body) {
    std::size_t at = body.find("\"value\"");
    at = at == std::string::npos ? at : body.find_first_of("0123456789", at);
    return at != std::string::npos && body[at] == '2';
}

// Returns all that can be answered to a request: points, or pairs of points.
std::vector<Choice> choices(const std::string& path, const Board& board, bool flying) {
    std::vector<Choice> found, in_mills;
    for (int from = 0; from < points; ++from) {
        if (path == "/placing" && board[from] == 'n') found.push_back({from});
        if (path == "/selectEnemyPiece" && board[from] == 'f') (in_mill(board, from) ? in_mills : found).push_back({from});
        for (int to = 0; path == "/moving" && board[from] == 't' && to < points; ++to) {
            if (board[to] == 'n' && (flying || are_neighbors(from, to))) found.push_back({from, to});
        }
    }
    return found.empty() ? in_mills : found;
}

// Returns the JSON that answers a request, or nothing if it has no answer.
std::string answer(const std::string& path, const std::string& body) {
    Board board;
    if (!read_board(body, board)) return {};
    std::vector<Choice> all = choices(path, board, is_flying(body));
    if (all.empty()) return {};
    const Choice& one = all[std::uniform_int_distribution<std::size_t>(0, all.size() - 1)(chance)];
    std::string first = std::to_string(one.front());
    if (path == "/placing") return "{\"selectedPosition\": " + first + "}";
    if (path == "/selectEnemyPiece") return "{\"selectedPiece\": " + first + "}";
    return "{\"origin\": " + first + ", \"destination\": " + std::to_string(one.back()) + "}";
}

// Returns the number of bytes after the head of a request.
std::size_t length_of_body(const std::string& head) {
    const std::string name = "content-length:";
    std::string small;
    for (char letter : head) small += static_cast<char>(letter >= 'A' && letter <= 'Z' ? letter + 32 : letter);
    std::size_t at = small.find(name);
    return at == std::string::npos ? 0 : std::strtoul(small.c_str() + at + name.size(), nullptr, 10);
}

// Reads a request. Returns what has arrived when it is complete, too long, or cut short.
std::string read_request(int client) {
    std::string text;
    std::array<char, 4096> part;
    while (text.size() < most_bytes) {
        std::size_t head = text.find("\r\n\r\n");
        if (head != std::string::npos && text.size() >= head + 4 + length_of_body(text.substr(0, head))) break;
        ssize_t count = recv(client, part.data(), part.size(), 0);
        if (count <= 0) break;
        text.append(part.data(), static_cast<std::size_t>(count));
    }
    return text;
}

void serve(int client) {
    std::string request = read_request(client);
    std::size_t space = request.find(' '), head = request.find("\r\n\r\n");
    std::string json;
    if (space != std::string::npos && head != std::string::npos) {
        json = answer(request.substr(space + 1, request.find(' ', space + 1) - space - 1), request.substr(head + 4));
    }
    std::string status = json.empty() ? "404 Not Found" : "200 OK";
    std::string text = "HTTP/1.1 " + status + "\r\nContent-Type: application/json\r\nConnection: close\r\nContent-Length: " +
                       std::to_string(json.size()) + "\r\n\r\n" + json;
    for (std::size_t sent = 0; sent < text.size();) {
        ssize_t count = send(client, text.data() + sent, text.size() - sent, 0);
        if (count <= 0) break;
        sent += static_cast<std::size_t>(count);
    }
    close(client);
}

}  // namespace

int main(int argc, char* argv[]) {
    // A client that closes its connection must not end the agent.
    std::signal(SIGPIPE, SIG_IGN);
    int server = socket(AF_INET, SOCK_STREAM, 0), yes = 1;
    setsockopt(server, SOL_SOCKET, SO_REUSEADDR, &yes, sizeof yes);
    sockaddr_in place{};
    place.sin_family = AF_INET;
    place.sin_port = htons(static_cast<uint16_t>(argc > 1 ? std::atoi(argv[1]) : 5000));
    // Only programs on this machine can connect.
    place.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    socklen_t size = sizeof place;
    auto* address = reinterpret_cast<sockaddr*>(&place);
    if (bind(server, address, size) != 0 || listen(server, 16) != 0 || getsockname(server, address, &size) != 0) {
        std::perror("agent");
        return 2;
    }
    std::cout << "http://127.0.0.1:" << ntohs(place.sin_port) << std::endl;
    for (;;) {
        int client = accept(server, nullptr, nullptr);
        if (client >= 0) serve(client);
    }
}
