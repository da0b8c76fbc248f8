import { textOf } from '../../src/connection/transports/http/body';
import type { HttpResponse } from '../../src/connection/transports/http/httpResponse';

/** The text of a response, or of the next one, however long. */
export async function allText(response: HttpResponse | Promise<HttpResponse>): Promise<string> {
  return textOf(await response, Infinity);
}
