// The long-lived program: it keeps a catalogue live and answers for it.

import VitrineLive
import VitrineService
