/** A tool by its server's id and a name: which of its names, whoever takes one says. */
export interface ToolAddress {
  readonly server: string;
  readonly tool: string;
}
