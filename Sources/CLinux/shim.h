// Calls of Linux that the C library declares only where _GNU_SOURCE is set, which Swift's module of it does not, or not at all.
#include <errno.h>
#include <linux/fs.h>
#include <linux/openat2.h>
#include <sys/ioctl.h>
#include <sys/syscall.h>
#include <sys/vfs.h>

int renameat2(int from_folder, const char *from, int to_folder, const char *to, unsigned int flags);
int syncfs(int file);
int pipe2(int ends[2], int flags);
int accept4(int socket, void *address, void *length, int flags);
int memfd_create(const char *name, unsigned int flags);
long syscall(long number, ...);
int fcntl(int file, int command, ...);
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

// statx(2) for the time a file was made, following no symbolic link: 1 where the file system knows it, 0 where it does not, -1 for an error. By the layout of
// 'struct statx', which Swift's module of the C library lacks: the mask stands at 0, the time at 80.
static inline int vitrine_birth_time(int folder, const char *path, long long *seconds) {
  union { unsigned int words[64]; long long times[32]; } status = {{0}};
  if (syscall(SYS_statx, folder, path, 0x100, 0x800U, &status) != 0) return -1;
  *seconds = status.times[10];
  return (status.words[0] & 0x800U) != 0;
}

// fstatfs(2): the number of a file system's type; 0 where it cannot be asked.
static inline unsigned int vitrine_file_system_type(int file) {
  struct statfs found;
  return fstatfs(file, &found) == 0 ? (unsigned int)found.f_type : 0;
}

// fcntl(2) with F_SETLEASE, taken and given back at once: 1 where a program has the file open for writing, 0 where none has, -1 where the file system or the
// file's owner does not let it be asked. Who opens the file at that very moment is kept waiting for it, and tells this process by SIGURG, which is ignored
// where nobody cares; the signal that is usual would end it. The numbers are those of all machines that vitrine is built for.
static inline int vitrine_is_being_written(int file) {
  enum { set_signal = 10, set_lease = 1024, urgent = 23, read_lease = 0, no_lease = 2 };
  if (fcntl(file, set_signal, urgent) != 0) return -1;
  if (fcntl(file, set_lease, read_lease) == 0) {
    fcntl(file, set_lease, no_lease);
    return 0;
  }
  return errno == EAGAIN ? 1 : -1;
}
