// @ts-check
import { packageExtension } from './packageExtension.mjs';

/**
 * Packages the scripted language model.
 * @returns {Promise<string>} the VSIX file
 */
export function packageDemoModel() {
  return packageExtension('demo-model', 'test', 'support', 'demoModel');
}
