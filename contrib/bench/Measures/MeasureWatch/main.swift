// Measures the watcher: from close(2) of a saved file to the batch that tells of it, beside a C program that does as little as can be;
// what it costs to begin, and what it holds.
//
//   cc -O2 -o .build/rawwatch contrib/bench/rawwatch.c
//   VITRINE_BENCH=1 swift run -c release MeasureWatch .build/rawwatch [SAVES [FOLDERS [FILES]]]
//   VITRINE_BENCH=1 swift run -c release MeasureWatch begin FOLDER [ROUNDS]    the first look at a folder, whose files are left to the reader
//
// The watchers run one after the other on the same folder, in rounds; a round's ratio is that of its own figures.

import Glibc
import VitrineWatch

func monotonic() -> Int64 {
  var time = timespec()
  clock_gettime(CLOCK_MONOTONIC, &time)
  return Int64(time.tv_sec) * 1_000_000_000 + Int64(time.tv_nsec)
}

/// The resident bytes of this process.
func residentBytes() -> Int {
  guard let file = fopen("/proc/self/statm", "re") else { return 0 }
  defer { fclose(file) }
  var buffer = [CChar](repeating: 0, count: 128)
  guard fgets(&buffer, 128, file) != nil else { return 0 }
  let bytes: [UInt8] = buffer.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }
  let text = String(decoding: bytes, as: UTF8.self)
  let words: [Substring] = text.split(separator: " ")
  guard words.count > 1, let pages = Int(words[1]) else { return 0 }
  return pages * 4096
}

/// Writes a file anew and answers when it was about to be closed.
func save(_ path: String, _ text: [UInt8]) -> Int64 {
  let file = open(path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0o644)
  _ = text.withUnsafeBytes { write(file, $0.baseAddress, $0.count) }
  let time = monotonic()
  close(file)
  return time
}

/// A pipe that no other program inherits, but for the end that is put in place for it.
func openPipe(_ ends: inout [Int32]) {
  pipe(&ends)
  for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
}

/// Another process that saves files: each time it is asked by a byte, it answers with the time.
func forkSaver(_ folder: String, folders: Int, files: Int) -> (ask: Int32, answer: Int32, process: pid_t) {
  var down: [Int32] = [0, 0]
  var up: [Int32] = [0, 0]
  openPipe(&down)
  openPipe(&up)
  let actions = UnsafeMutablePointer<posix_spawn_file_actions_t>.allocate(capacity: 1)
  posix_spawn_file_actions_init(actions)
  posix_spawn_file_actions_adddup2(actions, down[0], 0)
  posix_spawn_file_actions_adddup2(actions, up[1], 1)
  let texts: [String] = [CommandLine.arguments[0], "save", folder, String(folders), String(files)]
  var words: [UnsafeMutablePointer<CChar>?] = texts.map { strdup($0) }
  words.append(nil)
  var process: pid_t = 0
  posix_spawn(&process, "/proc/self/exe", actions, nil, &words, environ)
  close(down[0])
  close(up[1])
  return (down[1], up[0], process)
}

func saver(_ folder: String, folders: Int, files: Int) {
  var byte: UInt8 = 0
  var number = 0
  let text = [UInt8](repeating: UInt8(ascii: "x"), count: 346)
  while read(0, &byte, 1) == 1 {
    // The watcher shall be asleep when the file is closed.
    let pause: Int = 300 + number * 37 % 500
    usleep(UInt32(pause))
    number += 1
    let place: Int = number * 7919 % folders
    let file: Int = number % files
    var time = save("\(folder)/\(place)/\(file).yaml", text)
    write(1, &time, 8)
  }
}

func readTime(_ descriptor: Int32) -> Int64 {
  var time: Int64 = 0
  return read(descriptor, &time, 8) == 8 ? time : 0
}

/// Microseconds with a tenth.
func micro(_ nanoseconds: Int64) -> String { "\(nanoseconds / 1000).\(nanoseconds / 100 % 10)" }

struct Figures {
  var start: Int64 = 0
  var delays: [Int64] = []
  var p50: Int64 { delays.sorted()[delays.count / 2] }
  var p99: Int64 { delays.sorted()[delays.count * 99 / 100] }
}

func measure(_ folder: String, saves: Int, folders: Int, files: Int, _ backend: any WatchBackend, bytes: inout Int) throws
  -> Figures
{
  var figures = Figures()
  let before = residentBytes()
  let start = monotonic()
  let watcher = try TreeWatcher(root: folder, backend: backend, now: start)
  figures.start = monotonic() - start
  bytes = residentBytes() - before
  let (ask, answer, process) = forkSaver(folder, folders: folders, files: files)
  var byte: UInt8 = 0
  for _ in 0..<saves {
    write(ask, &byte, 1)
    var told: Int64 = 0
    while told == 0 {
      var event = pollfd(fd: watcher.descriptor, events: Int16(POLLIN), revents: 0)
      poll(&event, 1, 1000)
      let batch = watcher.drain(now: monotonic())
      if !batch.changes.isEmpty { told = monotonic() }
    }
    figures.delays.append(told - readTime(answer))
  }
  close(ask)
  close(answer)
  waitpid(process, nil, 0)
  return figures
}

func measureC(_ program: String, _ folder: String, saves: Int, folders: Int, files: Int) -> Figures {
  var figures = Figures()
  var up: [Int32] = [0, 0]
  openPipe(&up)
  let actions = UnsafeMutablePointer<posix_spawn_file_actions_t>.allocate(capacity: 1)
  posix_spawn_file_actions_init(actions)
  posix_spawn_file_actions_adddup2(actions, up[1], 1)
  var words = [strdup(program), strdup(folder), nil]
  var watcher: pid_t = 0
  let start = monotonic()
  posix_spawn(&watcher, program, actions, nil, &words, environ)
  close(up[1])
  figures.start = readTime(up[0]) - start
  let (ask, answer, process) = forkSaver(folder, folders: folders, files: files)
  var byte: UInt8 = 0
  for _ in 0..<saves {
    write(ask, &byte, 1)
    let told = readTime(up[0])
    figures.delays.append(told - readTime(answer))
  }
  close(ask)
  close(answer)
  kill(watcher, SIGTERM)
  waitpid(watcher, nil, 0)
  waitpid(process, nil, 0)
  close(up[0])
  return figures
}

/// Prints how long the first look takes with either source, and how much time of the processor.
func begin(_ folder: String, rounds: Int) throws {
  func busy() -> Int64 {
    var time = timespec()
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time)
    return Int64(time.tv_sec) * 1_000_000_000 + Int64(time.tv_nsec)
  }
  var figures: [String: [(time: Int64, busy: Int64)]] = [:]
  for _ in 0..<rounds {
    for name in ["raw", "library"] where arguments.count < 5 || arguments[4] == name {
      guard let source: any WatchBackend = name == "raw" ? RawInotify() : InotifyTools() else { continue }
      let (start, worked) = (monotonic(), busy())
      let watcher = try TreeWatcher(root: folder, backend: source, now: start, leavesFiles: true)
      figures[name, default: []].append((monotonic() - start, busy() - worked))
      withExtendedLifetime(watcher) {}
    }
  }
  for (name, found) in figures.sorted(by: { $0.key < $1.key }) {
    func median(_ values: [Int64]) -> String { micro(values.sorted()[values.count / 2] / 1000) }
    print("\(name): \(median(found.map(\.time))) ms, \(median(found.map(\.busy))) ms of the processor (median of \(rounds))")
  }
}

let arguments = CommandLine.arguments
if arguments.count == 5, arguments[1] == "save", let folders = Int(arguments[3]), let files = Int(arguments[4]) {
  saver(arguments[2], folders: folders, files: files)
  exit(0)
}
if arguments.count > 2, arguments[1] == "begin" {
  try begin(arguments[2], rounds: arguments.count > 3 ? Int(arguments[3]) ?? 21 : 21)
  exit(0)
}
guard arguments.count > 1 else {
  print("usage: MeasureWatch RAWWATCH [SAVES [FOLDERS [FILES]]] | MeasureWatch begin FOLDER [ROUNDS]")
  exit(2)
}
let saves = arguments.count > 2 ? Int(arguments[2]) ?? 2000 : 2000
let folders = arguments.count > 3 ? Int(arguments[3]) ?? 10_000 : 10_000
let files = arguments.count > 4 ? Int(arguments[4]) ?? 10 : 10
var template = Array("/tmp/vitrine-measure-XXXXXX".utf8CString)
guard mkdtemp(&template) != nil else { exit(3) }
let folder = String(decoding: template.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
for number in 0..<folders {
  mkdir("\(folder)/\(number)", 0o755)
  for file in 0..<files { _ = save("\(folder)/\(number)/\(file).yaml", [UInt8](repeating: UInt8(ascii: "x"), count: 346)) }
}
print("\(folders) folders, \(folders * files) files, \(saves) saves a round; microseconds from close(2) to the batch")
var ratios: [String: [(p50: Double, p99: Double, start: Double)]] = [:]
for round in 1...3 {
  let floor = measureC(arguments[1], folder, saves: saves, folders: folders, files: files)
  print("\(round) C      : p50 \(micro(floor.p50)) p99 \(micro(floor.p99)), ready in \(floor.start / 1_000_000) ms")
  var sources: [(String, any WatchBackend)] = [("raw    ", RawInotify())]
  if let library = InotifyTools() { sources.append(("library", library)) }
  for (name, source) in sources {
    var bytes = 0
    let figures = try measure(folder, saves: saves, folders: folders, files: files, source, bytes: &bytes)
    print(
      "\(round) \(name): p50 \(micro(figures.p50)) p99 \(micro(figures.p99)), ready in \(figures.start / 1_000_000) ms,",
      "\(bytes / folders) bytes a folder with its files (this process)")
    ratios[name, default: []].append(
      (
        Double(figures.p50) / Double(floor.p50), Double(figures.p99) / Double(floor.p99),
        Double(figures.start) / Double(floor.start)
      ))
  }
}
for (name, found) in ratios.sorted(by: { $0.key < $1.key }) {
  func median(_ values: [Double]) -> Double { (values.sorted()[values.count / 2] * 100).rounded() / 100 }
  print("\(name) to C: p50 \(median(found.map(\.p50))), p99 \(median(found.map(\.p99))), ready \(median(found.map(\.start)))")
}
for number in 0..<folders {
  for file in 0..<files { unlink("\(folder)/\(number)/\(file).yaml") }
  rmdir("\(folder)/\(number)")
}
rmdir(folder + "/.vitrine")
rmdir(folder)
