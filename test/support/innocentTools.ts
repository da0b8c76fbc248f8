import type { InnocentDefinition } from './innocentTools/innocentDefinition';
import { innocentOrders } from './innocentTools/innocentOrders';
import { innocentForms, innocentScripts } from './innocentTools/innocentScripts';
import { innocentParameters, innocentTopics, innocentWords } from './innocentTools/innocentWords';

/** None of them may be found. */
export const innocentTools: readonly InnocentDefinition[] = [
  ...innocentWords,
  ...innocentOrders,
  ...innocentTopics,
  ...innocentParameters,
  ...innocentScripts,
  ...innocentForms,
];
