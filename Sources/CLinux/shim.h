// Calls of Linux that the C library declares only where _GNU_SOURCE is set, which Swift's module of it does not, or not at all.
#include <errno.h>
#include <linux/openat2.h>
#include <sys/syscall.h>

int renameat2(int from_folder, const char *from, int to_folder, const char *to, unsigned int flags);
int syncfs(int file);
long syscall(long number, ...);

// openat2(2), which has no function of its own: below 'folder', through no symbolic link. Linux 5.6 and newer; else it says ENOSYS.
static inline int vitrine_open_beneath(int folder, const char *path, int flags) {
  struct open_how how = {0};
  how.flags = (unsigned int)flags;
  how.resolve = RESOLVE_BENEATH | RESOLVE_NO_SYMLINKS | RESOLVE_NO_MAGICLINKS;
  return (int)syscall(SYS_openat2, folder, path, &how, sizeof how);
}
