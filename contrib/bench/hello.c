/* The least a program can do: what it costs to start one at all. */

#include <stdio.h>

int main(void) { return puts("hello") < 0; }
