import { expect, test } from 'vitest'

import { networkOf, wideNetworkOf } from './network-of.ts'

test.each([
  ['203.0.113.9', '203.0.113.9'],
  ['203.0.113.9:5678', '203.0.113.9'],
  ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
  ['2001:0DB8:1:2::6', '2001:db8:1:2::/64'],
  ['[2001:db8:1:2::6]:443', '2001:db8:1:2::/64'],
  ['2001:db8::6', '2001:db8:0:0::/64'],
  ['2001::1:2:3:4:5:6', '2001:0:1:2::/64'],
  ['fe80::1%eth0', 'fe80:0:0:0::/64'],
  ['::1', '0:0:0:0::/64'],
  ['::ffff:203.0.113.9', '203.0.113.9'],
  ['::ffff:cb00:7109', '203.0.113.9'],
  ['0:0:0:0:0:ffff:203.0.113.9', '203.0.113.9'],
  ['64:ff9b::203.0.113.9', '203.0.113.9'],
  ['2001:db8:1:2::/64', '2001:db8:1:2::/64'],
  ['unknown', 'unknown'],
  ['', 'unknown'],
])('%s sends from the network %s', (address, network) => {
  expect(networkOf(address)).toBe(network)
})

test("an IPv6 network is in a /48, an IPv4 address isn't", () => {
  expect(wideNetworkOf(networkOf('2001:db8:1:2::6'))).toBe('2001:db8:1::/48')
  expect(wideNetworkOf(networkOf('203.0.113.9'))).toBeNull()
})
