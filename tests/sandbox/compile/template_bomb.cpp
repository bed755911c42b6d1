// Keeps the compiler busy with types.
//: verdict compile_(error|limit)
//: limits cpu_seconds=1
template <int depth, typename Left> struct Tree {
    Tree<depth - 1, Tree<depth, int>> left;
    Tree<depth - 1, Tree<depth, char>> right;
};
template <typename Left> struct Tree<0, Left> {};
Tree<600, int> tree;
int main() {}
