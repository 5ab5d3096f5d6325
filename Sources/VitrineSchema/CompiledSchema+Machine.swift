// From arrays to pointers: the one place where a program is opened for the machine.

import VitrineSyntax
import VitrineText

extension CompiledSchema {
  /// Calls `body` with a machine whose pointers live as long as the call.
  func withMachine<Result>(
    _ reader: TreeReader, _ scratch: inout Scratch, steps budget: Int, _ body: (inout Machine) -> Result
  ) -> Result {
    var own = Scratch()
    swap(&own, &scratch)
    own.reset()
    return withUnsafePointer(to: reader) { document in
      storage.program.withPointers { pointers in
        withUnsafePointer(to: pointers) { pointers in
          var machine = Machine(document: document, program: pointers, scratch: own, budget: budget)
          own = Scratch()
          let result = body(&machine)
          swap(&scratch, &machine.scratch)
          return result
        }
      }
    }
  }
}

/// Pointers to a whole program.
struct ProgramPointers {
  /// The rules.
  let rules: RulePointers
  /// What they point into.
  let lists: ListPointers
  /// The literals.
  let literals: TreeReader
  /// The patterns.
  let patterns: UnsafeBufferPointer<Pattern>
}

/// Pointers to a program's rules; see `Program`.
struct RulePointers {
  /// The keywords, by their number in steps.
  let keywords: UnsafeBufferPointer<any Keyword.Type>
  /// See `Program`.
  let subschemas: UnsafeBufferPointer<Subschema>
  /// See `Program`.
  let steps: UnsafeBufferPointer<Step>
  /// See `Program`.
  let objects: UnsafeBufferPointer<ObjectRule>
  /// See `Program`.
  let values: UnsafeBufferPointer<ValueSet>
}

/// Pointers to what a program's rules point into; see `Program`.
struct ListPointers {
  /// See `Program`.
  let ids: UnsafeBufferPointer<UInt32>
  /// See `Program`.
  let slots: UnsafeBufferPointer<Slot>
  /// See `Program`.
  let bounds: UnsafeBufferPointer<Bound>
  /// See `Program`.
  let names: UnsafeBufferPointer<Name>
  /// See `Program`.
  let prefixes: UnsafeBufferPointer<Name>
  /// See `Program`.
  let patterned: UnsafeBufferPointer<PatternedProperty>
  /// See `Program`.
  let anchors: UnsafeBufferPointer<DynamicAnchor>
  /// See `Program`.
  let bytes: UnsafeBufferPointer<UInt8>
}

extension Program {
  /// Calls `body` with pointers to everything.
  func withPointers<Result>(_ body: (ProgramPointers) -> Result) -> Result {
    literals.withReader { literals in
      patterns.withUnsafeBufferPointer { patterns in
        withRules { rules in
          withLists { lists in body(ProgramPointers(rules: rules, lists: lists, literals: literals, patterns: patterns)) }
        }
      }
    }
  }

  /// Calls `body` with pointers to the rules.
  func withRules<Result>(_ body: (RulePointers) -> Result) -> Result {
    Keywords.ranked.withUnsafeBufferPointer { keywords in
      subschemas.withUnsafeBufferPointer { subschemas in
        steps.withUnsafeBufferPointer { steps in
          objects.withUnsafeBufferPointer { objects in
            values.withUnsafeBufferPointer { values in
              body(RulePointers(keywords: keywords, subschemas: subschemas, steps: steps, objects: objects, values: values))
            }
          }
        }
      }
    }
  }

  /// Calls `body` with pointers to the lists.
  func withLists<Result>(_ body: (ListPointers) -> Result) -> Result {
    ids.withUnsafeBufferPointer { ids in
      slots.withUnsafeBufferPointer { slots in
        bounds.withUnsafeBufferPointer { bounds in
          names.withUnsafeBufferPointer { names in
            prefixes.withUnsafeBufferPointer { prefixes in
              patterned.withUnsafeBufferPointer { patterned in
                anchors.withUnsafeBufferPointer { anchors in
                  bytes.withUnsafeBufferPointer { bytes in
                    body(
                      ListPointers(
                        ids: ids, slots: slots, bounds: bounds, names: names, prefixes: prefixes, patterned: patterned,
                        anchors: anchors, bytes: bytes))
                  }
                }
              }
            }
          }
        }
      }
    }
  }
}
