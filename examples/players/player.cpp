// SPDX-License-Identifier: GPL-3.0-or-later
//
// A player for the AI competition in C++17. It looks one ply ahead or, with the argument `random`, plays any legal move.
// To write your own player, start from this one: change `value`, or look further ahead.
//
//     c++ -std=c++17 -O2 -o player player.cpp
//     nmm match --white ./player --black "./player random" --rules compo --games 20
//
// The referee talks to a player by lines on standard input and output:
//
//     referee   0                                  you are White (1: you are Black)
//     player    One ply                            your name
//     referee   EEEEEEEEEEEEEEEEEEEEEEEE 9 9 0     the board, White's and Black's men in hand, and no mill closed
//     player    4                                  place a man on point 4
//     referee   WWWEBEEEEEEBEEEEEEEEEEEE 6 7 1     the last number is 1: you have closed a mill,
//     player    11                                 so name the man that you remove
//     referee   ...                  0 0 0         no men are in hand any more:
//     player    0 9                                move the man from point 0 to point 9
//
// The referee reads everything on standard output as an answer. Print your own messages to std::cerr.

#include <algorithm>
#include <array>
#include <iostream>
#include <random>
#include <sstream>
#include <string>
#include <vector>

namespace {

constexpr int points = 24;
constexpr char empty = 'E';

// The points are numbered in reading order, line by line from the top left:
//
//     0 ----------- 1 ----------- 2
//     |   3 ------- 4 ------- 5   |
//     |   |   6 --- 7 --- 8   |   |
//     9 - 10 - 11       12 - 13 - 14
//     |   |  15 -- 16 -- 17   |   |
//     |  18 ------ 19 ------ 20   |
//    21 ---------- 22 ---------- 23

// The lines of three points that can form mills.
using Line = std::array<int, 3>;
constexpr std::array<Line, 16> lines{{
    {0, 1, 2}, {3, 4, 5}, {6, 7, 8}, {9, 10, 11}, {12, 13, 14}, {15, 16, 17}, {18, 19, 20}, {21, 22, 23},
    {0, 9, 21}, {3, 10, 18}, {6, 11, 15}, {1, 4, 7}, {16, 19, 22}, {8, 12, 17}, {5, 13, 20}, {2, 14, 23},
}};

// A request of the referee.
struct Question {
    std::string board;
    int in_hand;
    bool mill;
};

// One number, or the points that a man moves from and to.
using Answer = std::vector<int>;

char other(char color) { return color == 'W' ? 'B' : 'W'; }

// Returns whether two points are next to each other on a line.
bool are_neighbours(int one, int two) {
    return std::any_of(lines.begin(), lines.end(), [=](const Line& line) {
        auto is = [=](int a, int b) { return (a == one && b == two) || (a == two && b == one); };
        return is(line[0], line[1]) || is(line[1], line[2]);
    });
}

// Counts the points of a line with this letter.
int count(const std::string& board, const Line& line, char letter) {
    return static_cast<int>(std::count_if(line.begin(), line.end(), [&](int point) { return board[point] == letter; }));
}

// Returns whether the man on this point is in a mill.
bool in_mill(const std::string& board, int point) {
    return std::any_of(lines.begin(), lines.end(), [&](const Line& line) {
        bool through = std::find(line.begin(), line.end(), point) != line.end();
        return through && count(board, line, board[point]) == 3;
    });
}

// Returns the men that may be removed: one in a mill only if all of them are in mills.
std::vector<Answer> removals(const std::string& board, char opponent) {
    std::vector<Answer> all, free;
    for (int point = 0; point < points; ++point) {
        if (board[point] != opponent) continue;
        all.push_back({point});
        if (!in_mill(board, point)) free.push_back({point});
    }
    return free.empty() ? all : free;
}

// Returns all legal answers.
std::vector<Answer> answers(const Question& question, char me) {
    const std::string& board = question.board;
    if (question.mill) return removals(board, other(me));
    std::vector<Answer> found;
    for (int to = 0; to < points; ++to) {
        if (board[to] != empty) continue;
        if (question.in_hand > 0) found.push_back({to});
        for (int from = 0; question.in_hand == 0 && from < points; ++from) {
            if (board[from] == me && are_neighbours(from, to)) found.push_back({from, to});
        }
    }
    return found;
}

// Returns the board after an answer.
std::string after(const Question& question, const Answer& answer, char me) {
    std::string board = question.board;
    board[answer.front()] = empty;
    if (!question.mill) board[answer.back()] = me;
    return board;
}

// Evaluates a board for `me`: larger is better.
int value(const std::string& board, char me) {
    int worth = 0;
    for (char letter : board) worth += letter == me ? 100 : letter == empty ? 0 : -100;
    for (const Line& line : lines) {
        if (count(board, line, empty) != 1) continue;
        if (count(board, line, me) == 2) worth += 10;
        if (count(board, line, other(me)) == 2) worth -= 15;
    }
    return worth;
}

int worth(const Question& question, const Answer& answer, char me) {
    std::string then = after(question, answer, me);
    bool closes_mill = !question.mill && in_mill(then, answer.back());
    return value(then, me) + (closes_mill ? 100 : 0);
}

// Keeps only the answers that lead to the best board.
std::vector<Answer> best(const Question& question, std::vector<Answer> all, char me) {
    int most = worth(question, all.front(), me);
    for (const Answer& answer : all) most = std::max(most, worth(question, answer, me));
    auto worse = [&](const Answer& answer) { return worth(question, answer, me) < most; };
    all.erase(std::remove_if(all.begin(), all.end(), worse), all.end());
    return all;
}

// Reads a line of the referee. The letters of the board may be joined or separated by spaces.
bool read(const std::string& line, char me, Question& question) {
    std::istringstream words(line);
    question.board.clear();
    std::string word;
    while (question.board.size() < points && words >> word) question.board += word;
    int white = 0, black = 0, mill = 0;
    if (!(words >> white >> black >> mill) || question.board.size() != points) return false;
    question.in_hand = me == 'W' ? white : black;
    question.mill = mill == 1;
    return true;
}

}  // namespace

int main(int argc, char* argv[]) {
    const bool any = argc > 1 && std::string(argv[1]) == "random";
    std::mt19937 chance{std::random_device{}()};
    std::string line;
    std::getline(std::cin, line);
    const char me = line.rfind('0', 0) == 0 ? 'W' : 'B';
    std::cout << (any ? "Random" : "One ply") << std::endl;
    Question question;
    while (std::getline(std::cin, line)) {
        if (!read(line, me, question)) {
            std::cerr << "the referee says what cannot be read: " << line << std::endl;
            return 2;
        }
        std::vector<Answer> all = answers(question, me);
        if (all.empty()) return 2;
        if (!any) all = best(question, all, me);
        const Answer& answer = all[std::uniform_int_distribution<std::size_t>(0, all.size() - 1)(chance)];
        std::cout << answer.front();
        if (answer.size() == 2) std::cout << ' ' << answer.back();
        // std::endl also flushes: the line must not wait in a buffer.
        std::cout << std::endl;
    }
}
