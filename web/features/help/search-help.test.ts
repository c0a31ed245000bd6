import { expect, test } from 'vitest'

import { helpTopics } from './help-topics.ts'
import { searchHelp } from './search-help.ts'

const idsOf = (question: string) => searchHelp(question).map(({ id }) => id)

test.each([
  ['blur', 'blur'],
  ['hide', 'blur'],
  ['redact customer names', 'blur'],
  ['GDPR', 'privacy'],
  ['delete my data', 'delete'],
  ['iframe', 'embed'],
  ['pop-up', 'embed'],
  ['slow', 'slow'],
  ['phone', 'phone'],
  ['mobile', 'phone'],
  ['How do I change my password?', 'account'],
  ['PASSWORD change', 'account'],
  ['2fa', 'account'],
  ['password protect a link', 'people'],
  ['zooming', 'zoom'],
  ['branching', 'branch'],
  ['personalize', 'variables'],
  ['{{company}}', 'variables'],
  ['gate', 'gate'],
  ['autoplay', 'autoplay'],
  ['auto play', 'autoplay'],
  ['chatgpt', 'model'],
  ['remove watermark', 'brand'],
  ['logo', 'brand'],
  ['download pdf', 'export'],
  ['export mp4', 'export'],
  ['powerpoint', 'pdf-video'],
  ['loom', 'pdf-video'],
  ['qr', 'share'],
  ['undo', 'undo'],
  ['webhook', 'webhooks'],
  ['CRM', 'webhooks'],
  ['slack', 'webhooks'],
  ['why don’t I see visits', 'missing-visits'],
  ['rest api', 'api'],
  ['voice over', 'narration'],
  ['record again', 'recapture'],
  ['price', 'credits'],
  ['analytics', 'analytics'],
  ['SSO', 'sso'],
])('“%s” finds its topic first', (question, id) => {
  expect(idsOf(question)[0]).toBe(id)
})

test.each([
  ['pasword', 'account'],
  ['ifrmae', 'embed'],
  ['anlaytics', 'analytics'],
  ['autheticator', 'account'],
  ['calender', 'meetings'],
])('“%s” is understood despite the typo', (question, id) => {
  expect(idsOf(question)).toContain(id)
})

test('shows everything without a question, and nothing for nonsense', () => {
  expect(searchHelp('  ')).toEqual(helpTopics)
  expect(searchHelp('how do I')).toEqual(helpTopics)
  expect(searchHelp('zeppelin')).toEqual([])
  expect(searchHelp('(((*[+ \\')).toEqual(helpTopics)
  expect(searchHelp('x'.repeat(100_000))).toEqual([])
})
