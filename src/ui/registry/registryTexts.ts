import { ownValue } from '../../base/json';
import { textsOf } from '../text/format';

/** Texts of browsing a registry, apart from reasons. */
export const t = textsOf({
  // The list
  title: 'Install Server from Registry',
  placeholder: 'Search the MCP registry by name',
  nothingFound: 'No server matches "{query}".',
  nothingThere: 'The registry lists no server.',
  more: 'Load More',
  retry: 'Try Again',
  dropped: '{count} {count|entry|entries} of the registry could not be read',
  installed: 'installed[: {version}]',
  deprecatedMark: 'deprecated',
  bundle: 'MCP bundle',

  // Updates
  updateQuestion: '{server} is installed in an earlier version',
  updatePick: 'Update {name} from {from} to {to}',
  anotherPick: 'Install It Once More',
  updated: '{name} is at version {version} now.',

  // Questions
  pickChoice: 'How should {server} be run or reached?',
  local: 'runs on this machine',
  remote: 'runs elsewhere',
  notOffered: 'cannot be installed here',
  step: '{server}: {label} ({number} of {count})',
  value: 'The value of {label}[: {description}]',
  orAlone: 'Leave it empty for the option alone.',
  orAtStart: 'Leave it empty to be asked when the server starts.',
  anotherValue: 'Another value of {label}, or nothing to go on',
  notANumber: 'This is not a number.',
  askAtStart: 'Ask When the Server Starts',
  optional: 'What else should be set? None of this is needed.',
  secret: 'secret, asked for when the server starts',
  presetValue: 'otherwise {value}',
  target: 'Where is it written?',

  // Notes
  noChoice: 'The registry names no package and no address for {server}.',
  openWebsite: 'Open Website',
  proceed: 'Continue',
  proceedQuestion: 'Install {server}?',
  cannotInstall: '{server} cannot be installed here',
});

/** Notes about a choice by code, shown before it is installed. */
export const noteTexts = {
  deprecated: 'Its publisher has deprecated it.[ They say: {message}]',
  unpinned: 'No version of {name} is named, so the latest one runs each time.',
  otherRegistry: 'The package comes from {url}.',
  notFetched: '{name} is not installed by itself: {command} must find it on this machine.',
  runsCode: 'The publisher has {command} run code that stands in its arguments; read them first.',

  // Obstacles to an installation
  mcpb: 'It is an MCP bundle, which cannot be installed here yet.',
  unknownRunner:
    'It wants to be run by "{command}", which is no program that runs packages of this kind.',
  unknownPackage: 'Packages of the kind "{type}" are not known.',
  unknownTransport: 'The transport "{type}" is not known.',
  startedApart:
    'The package is a web server ({type}) that is started apart; add its address as a server then.',
  foreignVariables:
    'It asks for values of this editor ({variables}), which a registry has no need of.',
  notAnAddress: 'Its address {url} is neither http nor https.',
} as const;

/** Text of a note about a choice. */
export const noteSentence = textsOf(noteTexts);

const kinds: Readonly<Record<string, string>> = {
  npm: 'npm',
  pypi: 'PyPI',
  oci: 'Docker',
  nuget: 'NuGet',
  'streamable-http': 'HTTP',
  http: 'HTTP',
  sse: 'SSE',
};

/** Name of a kind of packages or a transport; unknown ones stay as they are. */
export function kindText(kind: string): string {
  return kind === 'mcpb' ? t('bundle') : (ownValue(kinds, kind) ?? kind);
}
