import { otherwise } from './requestedActions';
import type { Query, Wanted } from './readQuery';
import { notAgain, Told, type ToldByWord } from './told';
import type { ToolIndex } from './toolIndex';
import type { Vocabulary } from './vocabulary';

/** How much it counts that the name of the server has a word; as in `fields` of a tool. */
const serverStrength = 4;
/** Where a word counts so much it has half of what it can have: a second place for it adds little. */
const halfway = 8;
/** How much of the points depends on how much of what is wanted is there. */
const forAll = 0.4;
/** So much of what a word is worth has to be found for it to be there; less is there in part. */
const wholly = 0.15;
/** How much more the tools of a server count at most that is about what is asked. */
const forServer = 0.7;
/** Where the words of all tools of a server count so much together it has half of what it can have by them. */
const halfwayOfServer = 20;
/** How much more a word tells of servers that few of them have. */
const asRare = 3;

/**
 * The points of one server's tools. What has all that is wanted has more than what has much of one, and what
 * belongs to a server that is about it, though others have a word of it, too.
 */
export function score(
  index: ToolIndex,
  { wanted, shared, actions }: Query,
  vocabulary: Vocabulary,
): Float64Array {
  const { length } = index.tools;
  const sums = new Float64Array(length);
  const matched = new Float64Array(length);
  const points = new Float64Array(length);
  const server = { told: 0, all: 0 };
  const told = new Told(shared, length);
  let total = 0;
  for (const { ways } of wanted) {
    const most = ways.reduce((worth, way) => Math.max(worth, way.worth), 0);
    total += most;
    points.fill(0);
    let isAnywhere = false;
    let [known, all] = [0, 0];
    for (const { term, worth } of ways) {
      const isNamed = term.every((stem) => vocabulary.isNamed(index, stem));
      if (isNamed) points.fill(Math.max(points[0] ?? 0, worth * part(serverStrength)));
      const places = placesOf(term, index);
      isAnywhere ||= isNamed || places.length > 0;
      raise(points, places, worth, told.by(term));
      const tells = worth * vocabulary.rarity(term) ** asRare;
      all = Math.max(all, tells);
      known = Math.max(known, tells * (isNamed ? 1 : shareOf(places)));
    }
    server.told += known;
    server.all += all;
    if (!isAnywhere) continue;
    add(points, most, sums, matched);
    note(ways, points, index, told);
  }
  const more = server.all === 0 ? 1 : 1 + (forServer * server.told) / server.all;
  for (let at = 0; at < length; at++) {
    const share = total === 0 ? 0 : (matched[at] ?? 0) / total;
    const other = otherwise(actions, index.actions[at] ?? actions);
    sums[at] = (sums[at] ?? 0) * (1 - forAll + forAll * share) * other * more;
  }
  return sums;
}

/** How much a server is about a word by where its tools have it, at most 1. */
function shareOf(places: readonly number[]): number {
  let sum = 0;
  for (let at = 1; at < places.length; at += 2) sum += places[at] ?? 0;
  return sum / (sum + halfwayOfServer);
}

function part(strength: number): number {
  return strength / (strength + halfway);
}

/** The best way in which a word is found counts. */
function raise(
  points: Float64Array,
  places: readonly number[],
  worth: number,
  told: ToldByWord | undefined,
): void {
  for (let at = 0; at < places.length; at += 2) {
    const tool = places[at] ?? 0;
    const found = notAgain(worth * part(places[at + 1] ?? 0), told, tool);
    if (found > (points[tool] ?? 0)) points[tool] = found;
  }
}

/** Notes which words have told the points. */
function note(ways: Wanted['ways'], points: Float64Array, index: ToolIndex, all: Told): void {
  for (const { term, worth } of ways) {
    const told = all.by(term);
    if (!told) continue;
    const places = placesOf(term, index);
    for (let at = 0; at < places.length; at += 2) {
      const tool = places[at] ?? 0;
      const found = worth * part(places[at + 1] ?? 0);
      if (notAgain(found, told, tool) === points[tool])
        told[tool] = Math.max(told[tool] ?? 0, found);
    }
  }
}

function add(points: Float64Array, most: number, sums: Float64Array, matched: Float64Array): void {
  for (let at = 0; at < points.length; at++) {
    const found = points[at] ?? 0;
    if (found === 0) continue;
    sums[at] = (sums[at] ?? 0) + found;
    matched[at] = (matched[at] ?? 0) + Math.min(most, found / wholly);
  }
}

/** Where all words of a term stand, each position followed by how much they count there on average. */
function placesOf([first = '', ...others]: readonly string[], index: ToolIndex): readonly number[] {
  let places = index.strengths.get(first) ?? [];
  for (const [done, other] of others.entries()) {
    const more = new Map<number, number>();
    const list = index.strengths.get(other) ?? [];
    for (let at = 0; at < list.length; at += 2) more.set(list[at] ?? 0, list[at + 1] ?? 0);
    const both: number[] = [];
    for (let at = 0; at < places.length; at += 2) {
      const tool = places[at] ?? 0;
      const strength = more.get(tool);
      if (strength === undefined) continue;
      both.push(tool, ((places[at + 1] ?? 0) * (done + 1) + strength) / (done + 2));
    }
    places = both;
  }
  return places;
}
