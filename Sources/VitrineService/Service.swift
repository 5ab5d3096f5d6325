// The live catalogue behind a unix socket: HTTP requests to answers, generations to events.

package import VitrineClient
package import VitrineLive

/// Runs a reading command on a state of the catalogue.
package typealias CommandRunner = @Sendable (CommandRequest, LiveState) -> CommandReply
