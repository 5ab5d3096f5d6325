// Calls of Linux that the C library declares only where _GNU_SOURCE is set, which Swift's module of it does not, or not at all.
#include <errno.h>
#include <linux/fs.h>
#include <linux/openat2.h>
#include <sys/ioctl.h>
#include <sys/syscall.h>

int renameat2(int from_folder, const char *from, int to_folder, const char *to, unsigned int flags);
int syncfs(int file);
int pipe2(int ends[2], int flags);
int memfd_create(const char *name, unsigned int flags);
long syscall(long number, ...);
int posix_spawn_file_actions_addchdir_np(void *actions, const char *path);

// openat2(2), which has no function of its own: below 'folder', through no symbolic link. Linux 5.6 and newer; else it says ENOSYS.
static inline int vitrine_open_beneath(int folder, const char *path, int flags) {
  struct open_how how = {0};
  how.flags = (unsigned int)flags;
  how.resolve = RESOLVE_BENEATH | RESOLVE_NO_SYMLINKS | RESOLVE_NO_MAGICLINKS;
  return (int)syscall(SYS_openat2, folder, path, &how, sizeof how);
}

// openat(2) with O_TMPFILE: a file in a folder that has no name. 'flags' has O_DIRECTORY, whose number differs from machine to machine.
static inline int vitrine_open_unnamed(int start, const char *folder, int flags, unsigned int mode) {
  return (int)syscall(SYS_openat, start, folder, 020000000 | flags, mode);
}

// ioctl_ficlone(2): the empty file 'goal' gets the bytes of 'source' without a copy of them, where both lie on one file system that can.
static inline int vitrine_share_blocks(int goal, int source) { return ioctl(goal, FICLONE, source); }
