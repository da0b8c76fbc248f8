import { isDeeperThan, isObject } from '../../../src/base/json';
import { SchemaValidator } from '../../../src/connection/schemaValidator';
import { holds, type Target } from '../target';
import { jsonOf } from './pieces';

/** Kept for all inputs, as a host has one. */
const validator = new SchemaValidator();

/** A result and the schema that was promised for it: `[schema, value, …]`. */
export const values: Target = {
  name: 'validator',
  reads: 'the schema of a result, and results',
  seeds: [
    '[{"type":"object","properties":{"a":{"type":"string"}},"required":["a"]},{"a":"x"},{"a":1},{}]',
    '[{"$defs":{"t":{"type":"array","items":{"$ref":"#/$defs/t"}}},"$ref":"#/$defs/t"},[[],[[]]],[1]]',
    '[{"anyOf":[{"const":1},{"enum":[2,"a"]},{"not":{}}],"unevaluatedProperties":false},1,3,{"a":1}]',
    '[{"$schema":"http://json-schema.org/draft-07/schema#","items":[{"type":"number"}],"additionalItems":false,"contains":{"minimum":2},"pattern":"(a+)+$"},[1,2],[3]]',
    '[{"$dynamicAnchor":"n","properties":{"n":{"$dynamicRef":"#n"}},"dependentSchemas":{"a":{"required":["b"]}},"propertyNames":{"maxLength":3}},{"n":{"n":{}}},{"a":1},{"long":1}]',
  ],
  words: [
    '"$ref":"#',
    '"$dynamicRef":',
    '"unevaluatedProperties":',
    '"dependentSchemas":',
    '"if":',
    '"$id":',
  ],
  run(input) {
    const parts = jsonOf(input);
    if (!Array.isArray(parts) || isDeeperThan(200, parts)) return;
    const [schema, ...values] = parts as unknown[];
    if (!isObject(schema)) return;
    const check = validator.compile(schema);
    for (const value of values) {
      const problem = check(value);
      holds(problem === undefined || problem.length <= 300, 'a problem is too long');
      // Another look must not say otherwise, but what took too long is looked at no more.
      const again = check(value);
      const isGivenUp =
        again === undefined && /"\$(?:ref|dynamicRef|recursiveRef)"/.test(JSON.stringify(schema));
      holds(again === problem || isGivenUp, 'is judged in two ways');
    }
  },
  // Each value is checked by itself, within a limit of time.
  patience: { base: 150, each: 30 },
  // A schema is compiled for each.
  quick: 30,
};
