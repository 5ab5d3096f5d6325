// Every sort of change, one by one: after each, the live catalogue says what a fresh load says.

import Testing
import VitrineLive
import VitrineSource
import VitrineTesting

/// Changes of single files and folders.
@Suite struct ChangeTests {
  @Test("a record that comes, changes, moves and goes")
  func record() throws {
    let run = try LiveRun()
    try run.check("at the start")
    let text = try run.text("recipes/gold-trim.yaml")
    try run.write(text, to: "recipes/another.yaml")
    try run.check("added")
    try run.write(text.replacing("Gold", with: "Silver") + "\nnonsense: 1\n", to: "recipes/another.yaml")
    try run.check("changed")
    try run.rename("recipes/another.yaml", "recipes/yet-another.yaml")
    try run.check("renamed")
    try run.remove("recipes/yet-another.yaml")
    try run.check("removed")
  }
}
