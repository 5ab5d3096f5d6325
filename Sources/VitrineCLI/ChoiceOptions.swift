// Words of use cases as choices of options.

import VitrineAnswers
import VitrineApplication
import VitrineCommandLine

extension StatisticsRequest.Period: OptionChoice {}
extension RecordForm: OptionChoice {}
extension DifferenceForm: OptionChoice {}
extension GitService: OptionChoice {}
extension Editor: OptionChoice {}
