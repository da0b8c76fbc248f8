import { clientReasonTexts } from './clientReasonTexts';
import { configReasonTexts } from './configReasonTexts';
import { doctorReasonTexts } from './doctorReasonTexts';
import type { ReasonTable } from './reasonText';
import { serverReasonTexts } from './serverReasonTexts';
import { toolReasonTexts } from './toolReasonTexts';

/** Every reason code with its sentence. A new code needs one entry in one of these tables and nothing else. */
export const reasonTexts: ReasonTable = {
  ...serverReasonTexts,
  ...toolReasonTexts,
  ...configReasonTexts,
  ...clientReasonTexts,
  ...doctorReasonTexts,
  unexpected: {
    says: 'Something unexpected happened: {message}',
    next: 'Copy the report and send it to the project.',
    action: 'copyReport',
  },
};
