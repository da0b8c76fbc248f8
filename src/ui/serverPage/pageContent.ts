import { ownValue, valueAt } from '../../base/json';
import type { ToolPolicy } from '../../config/settings/toolPolicy';
import type { LogEntry } from '../../ipc/contract';
import type { ProcessUsage } from '../../ipc/processUsage';
import type { Catalog, ServerSnapshot, Tool } from '../../ipc/state';
import type { ToolChange } from '../../ipc/toolReview';
import { knowsTasks } from '../../protocol/meta';
import { breakingChanges } from '../../tools/schema/breakingChanges';
import { modelTool } from '../../tools/schema/modelTool';
import { findingLines, reviewLines } from '../approval/toolReview';
import { reviewLine } from '../approval/vettedTools';
import type { ServerCost } from '../costs/toolCosts';
import { t as costText, tokensText } from '../costs/toolCostTexts';
import { explanation, type ExplanationInput } from '../diagnostics/explanation';
import { remedyButton, serverButtons } from '../page/serverButtons';
import { sentence } from '../reasons/sentence';
import type { Fact } from '../page/pageSchemas';
import { t as commonText } from '../text/texts';
import { escapeDeceptive, escapeDeceptiveLines } from '../text/untrustedText';
import { capabilityNames } from '../tree/serverDetails';
import { entryText } from '../tree/serverText';
import { toolMark } from '../tree/toolMarks';
import { catalogChangeText, changeGroups } from '../tree/catalogChangeText';
import { schemaChangeLines, summaryOf } from '../tree/toolText';
import type { LogLine, PageCatalog, PageServer, ReviewedTool, ToolRow } from './pageMessages';
import { t } from './pageTexts';

/** Everything that a page says of its server. `explained` takes a while to find out. */
export function pageServer(
  server: ExplanationInput['server'],
  catalog: Catalog | undefined,
  explained?: ExplanationInput,
): PageServer {
  const { definition, snapshot, runBy, inactiveReason } = server;
  const text = entryText(server);
  const isOurs = runBy !== 'vscode' && !inactiveReason;
  return {
    id: definition.id,
    name: escapeDeceptive(definition.name),
    state: { text: text.text, icon: text.icon.id, color: text.icon.color },
    isCallable: isOurs && snapshot.state.kind !== 'disabled',
    tasks: tasksOf(snapshot),
    hasProcess: snapshot.pid !== undefined,
    buttons: serverButtons(server),
    remedy: remedyButton(text.reason),
    counts: catalog && {
      tools: catalog.tools.length,
      prompts: catalog.prompts.length,
      resources: catalog.resources.length + catalog.resourceTemplates.length,
    },
    explanation: explained && explanation(explained),
    changes: changesOf(snapshot),
    identity: identityOf(snapshot),
  };
}

/** In the legacy era tools say that they can run as tasks, in the modern one a server may answer any call by one. */
function tasksOf({ handshake }: ServerSnapshot): PageServer['tasks'] {
  const { era, capabilities = {} } = handshake ?? {};
  if (era === 'modern') return knowsTasks(capabilities) ? 'any' : undefined;
  const isOffered = valueAt(capabilities, ['tasks', 'requests', 'tools', 'call']) !== undefined;
  return isOffered ? 'byTool' : undefined;
}

/** Differences from last time, and tools that wait for a review. */
function changesOf({ catalogChange, vetted }: ServerSnapshot): PageServer['changes'] {
  const review = reviewLine(vetted);
  if (!catalogChange && review === undefined) return undefined;
  return {
    text: [review, catalogChange && catalogChangeText(catalogChange)].filter(Boolean).join(' · '),
    groups: catalogChange ? changeGroups(catalogChange) : [],
  };
}

/** A changed tool as a person looks at it. */
export function reviewedTool(change: ToolChange): ReviewedTool {
  const { name, hash, isHeld, before, after, findings } = change;
  return {
    name,
    hash,
    isHeld,
    ...reviewLines(change),
    findings: findingLines(findings).map(escapeDeceptive),
    breaking: before
      ? breakingChanges(before, after).map(({ kind, at }) =>
          commonText(kind, { at: escapeDeceptive(at) }),
        )
      : [],
  };
}

function identityOf({ handshake }: ServerSnapshot): PageServer['identity'] {
  if (!handshake) return undefined;
  const { serverInfo, protocolVersion, era, instructions = '' } = handshake;
  const said = (['title', 'name', 'version', 'websiteUrl'] as const).flatMap((key): Fact[] => {
    const value = serverInfo[key];
    return typeof value === 'string' ? [{ label: t(key), value: escapeDeceptive(value) }] : [];
  });
  const capabilities = capabilityNames(handshake).map(escapeDeceptive);
  const protocol = {
    label: t('protocol'),
    value: `${protocolVersion} (${commonText(era === 'modern' ? 'eraModern' : 'eraLegacy')})`,
  };
  return {
    facts: [
      ...said,
      protocol,
      ...(capabilities.length > 0
        ? [{ label: t('capabilities'), value: capabilities.join(', ') }]
        : []),
    ],
    instructions: escapeDeceptiveLines(instructions),
  };
}

/** Knowledge about a server's tools beyond their definitions. */
export interface ToolKnowledge {
  readonly policy?: ToolPolicy | undefined;
  readonly cost?: ServerCost | undefined;
  readonly vetted?: ServerSnapshot['vetted'];
}

/** A catalog as the lists of a page show it. */
export function pageCatalog(catalog: Catalog, knowledge: ToolKnowledge): PageCatalog {
  const { prompts, resources, resourceTemplates, dropped } = catalog;
  const tokens = new Map(
    knowledge.cost?.each.map((cost) => [cost.tool.name, cost.tokens] as const) ?? [],
  );
  const held = new Set(knowledge.vetted?.held ?? []);
  return {
    tools: catalog.tools.map((tool) => toolRow(tool, knowledge, tokens.get(tool.name), held)),
    prompts,
    resources,
    resourceTemplates,
    dropped: dropped.map(({ list, name, reason }) =>
      t('dropped', {
        list,
        name: escapeDeceptive(name),
        message: escapeDeceptive(sentence(reason)),
      }),
    ),
  };
}

function toolRow(
  tool: Tool,
  { policy, vetted }: ToolKnowledge,
  tokens: number | undefined,
  held: ReadonlySet<string>,
): ToolRow {
  const mark = policy && toolMark(policy, tool);
  return {
    name: tool.name,
    title: escapeDeceptive(tool.title ?? ''),
    summary: escapeDeceptive(summaryOf(tool)),
    isOn: mark && mark.checkbox === 'on',
    note: held.has(tool.name) ? t('held') : mark?.note,
    isFlagged: ownValue(vetted?.flagged ?? {}, tool.name) !== undefined,
    tokens: tokens === undefined ? undefined : tokensText(tokens),
    hints: hintsOf(tool),
  };
}

const hintKeys = ['readOnlyHint', 'destructiveHint', 'idempotentHint', 'openWorldHint'] as const;

function hintsOf({ annotations = {} }: Tool): string[] {
  return hintKeys.filter((key) => annotations[key] === true).map((key) => t(key));
}

/** Notes beside a tool's definition: findings of the scan, and differences of what models get. */
export function toolNotes(
  tool: Tool,
  { vetted }: ToolKnowledge,
  description: string | undefined,
): { readonly findings: string[]; readonly forModels: string[] } {
  const { changes } = modelTool(tool);
  return {
    findings: findingLines(ownValue(vetted?.flagged ?? {}, tool.name) ?? []).map(escapeDeceptive),
    forModels: [
      ...(description === undefined ? [] : [`${costText('describedAs')}: ${description}`]),
      ...schemaChangeLines(changes),
    ],
  };
}

/** A sample of a server's processes; a command line cannot look like another one. */
export function shownSample({ tree, ...sums }: ProcessUsage): ProcessUsage {
  const shown = tree?.map((one) => ({ ...one, command: escapeDeceptive(one.command) }));
  return { ...sums, ...(shown && { tree: shown }) };
}

/** A line of a server's log; what we write about it is a sentence. */
export function logLine({ time, level, text, reason }: LogEntry): LogLine {
  return { time, level, text: reason ? sentence(reason) : text, isEvent: reason !== undefined };
}
