/** Whether a request comes with what every modern one has to say. */
export function isModern(message: { readonly params?: object }): boolean;
