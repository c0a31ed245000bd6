import { expect, test } from 'vitest'

import { readRobotsRules } from './robots-rules.ts'

function isAllowed(robots: string, path: string): boolean | undefined {
  return readRobotsRules(robots, 'UnderstudyBot')?.(`https://public.example${path}`)
}

test.each([
  ['Disallow: /private', '/private/1', false],
  ['Disallow: /private', '/public', true],
  ['Disallow:', '/private', true],
  ['Disallow: /\nAllow: /help', '/help/exports', true],
  ['Disallow: /help\nAllow: /help', '/help', true],
  ['Allow: /help\nDisallow: /help', '/help', true],
  ['Disallow: /*.pdf$', '/a/b.pdf', false],
  ['Disallow: /*.pdf$', '/a/b.pdf?x=1', true],
  ['Disallow: /a*b*c', '/a-c-b', true],
  ['Disallow: /a*b*c', '/a-b-c-d', false],
  ['Disallow: /a$', '/a', false],
  ['Disallow: /a$', '/ab', true],
  ['Disallow: /*?print=', '/page?print=1', false],
  ['Disallow: /ü', '/%c3%bc', false],
  ['Disallow: /%c3%bc', '/%C3%BC/x', false],
  ['disallow : /a # not this one', '/a', false],
  ['Crawl-delay: 5\nDisallow: /a', '/a', false],
  ['Nonsense\nDisallow: /a', '/a', false],
])('“%s” for everybody: %s is %s', (rules, path, expected) => {
  expect(isAllowed(`\uFEFFUser-agent: *\r\n${rules}`, path)).toBe(expected)
})

test.each([
  ['User-agent: *\nDisallow: /\n\nUser-agent: understudybot\nDisallow: /a', true],
  ['User-agent: UnderstudyBot/1.0\nDisallow: /\n\nUser-agent: *\nDisallow:', false],
  ['User-agent: OtherBot\nDisallow: /', true],
  ['User-agent: OtherBot\nUser-agent: UnderstudyBot\nDisallow: /', false],
  ['User-agent: UnderstudyBot\nUser-agent: OtherBot\nSitemap: https://public.example/s\nDisallow: /', false],
  ['User-agent: UnderstudyBot\nDisallow: /a\nUser-agent: OtherBot\nDisallow: /', true],
  ['User-agent: UnderstudyBot\nDisallow: /a\n\nUser-agent: UnderstudyBot\nDisallow: /b', false],
  ['Disallow: /', true],
])('the group that names the reader counts: %s', (robots, expected) => {
  expect(isAllowed(robots, '/b')).toBe(expected)
})

test('many groups with many rules are read at once', () => {
  const agents = Array.from({ length: 20_000 }, (_, index) => `User-agent: ${index.toString(36)}`).join('\n')
  expect(isAllowed(`User-agent: *\nAllow: /\n${agents}\n${'Disallow: /\n'.repeat(20_000)}`, '/')).toBe(true)
})

test('too many rules for the reader are not followed', () => {
  expect(readRobotsRules(`User-agent: *\n${'Disallow: /a\n'.repeat(5_001)}`, 'UnderstudyBot')).toBeNull()
})
