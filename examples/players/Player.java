// SPDX-License-Identifier: GPL-3.0-or-later
//
// A player for the AI competition in Java 17 or newer. It looks one ply ahead or, with the argument `random`, plays any
// legal move. To write your own player, start from this one: change `value`, or look further ahead. There is no need to
// compile it: `java Player.java` runs the source.
//
//     nmm match --white "java Player.java" --black "java Player.java random" --rules compo --games 20
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
// The referee reads everything on standard output as an answer. Print your own messages to System.err.

import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.Scanner;

public class Player {
    static final char EMPTY = 'E';

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
    static final int[][] LINES = {
        {0, 1, 2}, {3, 4, 5}, {6, 7, 8}, {9, 10, 11}, {12, 13, 14}, {15, 16, 17}, {18, 19, 20}, {21, 22, 23},
        {0, 9, 21}, {3, 10, 18}, {6, 11, 15}, {1, 4, 7}, {16, 19, 22}, {8, 12, 17}, {5, 13, 20}, {2, 14, 23},
    };

    /** A request of the referee. */
    record Question(char[] board, int inHand, boolean mill) {}

    static char other(char color) {
        return color == 'W' ? 'B' : 'W';
    }

    /** Returns whether two points are next to each other on a line. */
    static boolean areNeighbours(int one, int two) {
        for (int[] line : LINES) {
            for (int i = 0; i < 2; i++) {
                if (line[i] == one && line[i + 1] == two || line[i] == two && line[i + 1] == one) return true;
            }
        }
        return false;
    }

    /** Counts the points of a line with this letter. */
    static int count(char[] board, int[] line, char letter) {
        int found = 0;
        for (int point : line) if (board[point] == letter) found++;
        return found;
    }

    /** Returns whether the man on this point is in a mill. */
    static boolean inMill(char[] board, int point) {
        for (int[] line : LINES) {
            boolean through = line[0] == point || line[1] == point || line[2] == point;
            if (through && count(board, line, board[point]) == 3) return true;
        }
        return false;
    }

    /** Returns the men that may be removed: one in a mill only if all of them are in mills. */
    static List<int[]> removals(char[] board, char opponent) {
        List<int[]> all = new ArrayList<>(), free = new ArrayList<>();
        for (int point = 0; point < board.length; point++) {
            if (board[point] != opponent) continue;
            all.add(new int[] {point});
            if (!inMill(board, point)) free.add(new int[] {point});
        }
        return free.isEmpty() ? all : free;
    }

    /** Returns all legal answers: one number, or the points that a man moves from and to. */
    static List<int[]> answers(Question question, char me) {
        char[] board = question.board();
        if (question.mill()) return removals(board, other(me));
        List<int[]> found = new ArrayList<>();
        for (int to = 0; to < board.length; to++) {
            if (board[to] != EMPTY) continue;
            if (question.inHand() > 0) found.add(new int[] {to});
            for (int from = 0; question.inHand() == 0 && from < board.length; from++) {
                if (board[from] == me && areNeighbours(from, to)) found.add(new int[] {from, to});
            }
        }
        return found;
    }

    /** Returns the board after an answer. */
    static char[] after(Question question, int[] answer, char me) {
        char[] board = question.board().clone();
        board[answer[0]] = EMPTY;
        if (!question.mill()) board[answer[answer.length - 1]] = me;
        return board;
    }

    /** Evaluates a board for `me`: larger is better. */
    static int value(char[] board, char me) {
        int worth = 0;
        for (char letter : board) worth += letter == me ? 100 : letter == EMPTY ? 0 : -100;
        for (int[] line : LINES) {
            if (count(board, line, EMPTY) != 1) continue;
            if (count(board, line, me) == 2) worth += 10;
            if (count(board, line, other(me)) == 2) worth -= 15;
        }
        return worth;
    }

    static int worth(Question question, int[] answer, char me) {
        char[] then = after(question, answer, me);
        boolean closesMill = !question.mill() && inMill(then, answer[answer.length - 1]);
        return value(then, me) + (closesMill ? 100 : 0);
    }

    /** Returns only the answers that lead to the best board. */
    static List<int[]> best(Question question, List<int[]> all, char me) {
        int most = all.stream().mapToInt(answer -> worth(question, answer, me)).max().orElseThrow();
        return all.stream().filter(answer -> worth(question, answer, me) == most).toList();
    }

    /** Reads a line of the referee. The letters of the board may be joined or separated by spaces. */
    static Question read(String line, char me) {
        String[] words = line.trim().split("\\s+");
        int numbers = words.length - 3;
        String board = String.join("", List.of(words).subList(0, numbers));
        int inHand = Integer.parseInt(words[me == 'W' ? numbers : numbers + 1]);
        return new Question(board.toCharArray(), inHand, words[numbers + 2].equals("1"));
    }

    public static void main(String[] args) {
        boolean any = args.length > 0 && args[0].equals("random");
        Random chance = new Random();
        Scanner input = new Scanner(System.in);
        char me = input.nextLine().trim().equals("0") ? 'W' : 'B';
        System.out.println(any ? "Random" : "One ply in Java");
        while (input.hasNextLine()) {
            Question question = read(input.nextLine(), me);
            List<int[]> all = answers(question, me);
            if (!any) all = best(question, all, me);
            int[] answer = all.get(chance.nextInt(all.size()));
            System.out.println(answer.length == 2 ? answer[0] + " " + answer[1] : answer[0] + "");
        }
    }
}
