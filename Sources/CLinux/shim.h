// Calls of Linux that the C library declares only where _GNU_SOURCE is set, which Swift's module of it does not.
int renameat2(int from_folder, const char *from, int to_folder, const char *to, unsigned int flags);
int syncfs(int file);
