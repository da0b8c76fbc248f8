import { describe, expect, test } from 'vitest';
import { likeliest, nearest } from '../../../src/tools/nearest';

const names = [
  'get_file_info',
  'read_text_file',
  'read_multiple_files',
  'listDirectory',
  'move-file',
  'search',
  'create_issue',
  'create_issue_comment',
];

describe('the nearest name', () => {
  test.each([
    // Another case, another separator
    ['READ_TEXT_FILE', 'read_text_file'],
    ['list-directory', 'listDirectory'],
    ['moveFile', 'move-file'],
    // Mistyped
    ['serach', 'search'],
    ['craete_issue', 'create_issue'],
    // The beginning, a part, more than it
    ['list', 'listDirectory'],
    ['issue_comment', 'create_issue_comment'],
    ['search_everything', 'search'],
    // The same words in another order, and in another number
    ['file_text_read', 'read_text_file'],
    ['issues_create', 'create_issue'],
    ['read_files_multiple', 'read_multiple_files'],
  ])('to %s is %s', (wanted, first) => {
    expect(nearest(wanted, names)[0]).toBe(first);
    expect(likeliest(wanted, names)).toBe(first);
  });

  test('is proposed only where it is near', () => {
    expect(likeliest('zebra', names)).toBeUndefined();
    expect(likeliest('id', ['width', 'kind'])).toBeUndefined();
    expect(likeliest('x', [])).toBeUndefined();
    expect(likeliest('', ['', 'a'])).toBeUndefined();
    expect(likeliest('titel', ['body', 'title'])).toBe('title');
  });
});

test('equals stay in their order, and only so many are given', () => {
  expect(nearest('zzz', ['b', 'a', 'c'], 2)).toEqual(['b', 'a']);
  expect(nearest('create', names, 2)).toEqual(['create_issue', 'create_issue_comment']);
  expect(nearest('create', names)).toHaveLength(names.length);
});
