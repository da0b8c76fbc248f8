import { fromPageSchema, toPageSchema } from '../../ui/serverPage/pageMessages';
import { connectEditor } from '../shared/editorConnection';

export const { send, onMessage, stored } = connectEditor(toPageSchema, fromPageSchema);
