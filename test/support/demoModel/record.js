// @ts-check
const { appendFileSync } = require('node:fs');

/**
 * Adds one request, as the model saw it, to the file that ROUNDHOUSE_DEMO_LOG names (JSON lines).
 * @param {object} request
 */
function record(request) {
  const file = process.env['ROUNDHOUSE_DEMO_LOG'];
  if (file) appendFileSync(file, `${JSON.stringify(request)}\n`);
}

module.exports = { record };
