package import VitrineChanges
package enum PlanExecution { package static func execute(_ plan: Plan, root: String) throws(FileError) {} }
package enum FileCreation { package static func create(_ path: String, _ bytes: [UInt8]) throws(FileError) {} }
extension FileReader { package static func readStandardInput() throws(FileError) -> [UInt8] { [] } }
