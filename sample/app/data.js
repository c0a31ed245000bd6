/* What the made-up freight company Kestrel Coffee sees in Tidelane. Today is Monday, 23 November 2026. */

export const company = { name: 'Kestrel Coffee', initials: 'KC', credit: 62_400, creditLimit: 90_000 }

/** [longitude, latitude] */
export const ports = {
  Algeciras: [-5.45, 36.1],
  Antwerp: [4.35, 51.3],
  Cartagena: [-75.5, 10.4],
  Felixstowe: [1.3, 51.95],
  Gothenburg: [11.9, 57.7],
  Halifax: [-63.6, 44.65],
  Izmir: [26.95, 38.5],
  'New York': [-74, 40.65],
  Rotterdam: [4.1, 51.95],
  Savannah: [-81, 32],
  Tema: [0, 5.6],
  Valencia: [-0.3, 39.45],
}

/** Where a lane turns between its ports. */
const turns = {
  'Rotterdam-New York': [[1.6, 51.1], [-4.8, 49.5], [-18, 50.2], [-38, 48], [-55, 43.6], [-67, 40.6]],
  'Izmir-Felixstowe': [[25, 37.2], [22, 36], [15, 35.9], [10.9, 37.9], [4, 37.9], [-2, 36.3], [-5.6, 35.95], [-9.6, 36.8], [-10.4, 42.5], [-6.2, 48.6], [-1, 50], [1.5, 51.1]],
  'Valencia-Savannah': [[0.3, 38], [-2, 36.4], [-5.6, 35.95], [-12, 35.6], [-30, 34.8], [-55, 32.6], [-72, 31.4]],
  'Gothenburg-Halifax': [[10.6, 58.1], [7, 57.6], [1, 58.9], [-4, 59.3], [-18, 57.9], [-36, 52.3], [-52, 46.3], [-59, 44.6]],
  'Tema-Antwerp': [[-3, 4.3], [-8.5, 3.9], [-14, 7.4], [-18.3, 13], [-18.6, 19], [-14, 29], [-10.6, 38], [-10, 43.4], [-6, 48.6], [-1, 50], [1.6, 51.1]],
  'Cartagena-Algeciras': [[-73.5, 13.5], [-67, 17.2], [-60, 19.6], [-40, 27.5], [-20, 33.8], [-9, 35.9]],
}

export function waypoints(from, to) {
  return [ports[from], ...turns[`${from}-${to}`], ports[to]]
}

/** Booking, goods, amount, from, to, carrier, progress in percent, arrival, cost, status, tone. */
const rows = [
  ['TL-2481', 'Roasted coffee', '3 pallets', 'Rotterdam', 'New York', 'Bluemast', 58, 'Thu 26 Nov', 4180, 'Customs due', 'amber'],
  ['TL-2479', 'Olive oil', '2 pallets', 'Izmir', 'Felixstowe', 'Norrlink', 91, 'Fri 27 Nov', 2960, 'At sea'],
  ['TL-2476', 'Ceramic tiles', '8 pallets', 'Valencia', 'Savannah', 'Ostra', 46, 'Sun 29 Nov', 6320, 'At sea'],
  ['TL-2475', 'Oak stools', '140 cartons', 'Gothenburg', 'Halifax', 'Norrlink', 40, 'Mon 30 Nov', 3240, 'At sea'],
  ['TL-2472', 'Cocoa butter', '6 pallets', 'Tema', 'Antwerp', 'Ostra', 62, 'Wed 2 Dec', 5410, 'At sea'],
  ['TL-2470', 'Green coffee', '9 pallets', 'Cartagena', 'Algeciras', 'Bluemast', 22, 'Thu 3 Dec', 7880, 'Papers missing', 'amber'],
  ['TL-2468', 'Espresso machines', '4 pallets', 'Rotterdam', 'New York', 'Norrlink', 12, 'Sat 5 Dec', 4420, 'At port'],
  ['TL-2465', 'Linen', '3 pallets', 'Izmir', 'Felixstowe', 'Norrlink', 6, 'Mon 7 Dec', 2880, 'Picked up'],
  ['TL-2461', 'Wine', '12 pallets', 'Valencia', 'Savannah', 'Bluemast', 0, 'Wed 9 Dec', 8150, 'Booked', 'grey'],
  ['TL-2460', 'Bicycles', '60 cartons', 'Gothenburg', 'Halifax', 'Ostra', 0, 'Fri 11 Dec', 3990, 'Booked', 'grey'],
  ['TL-2458', 'Shea butter', '5 pallets', 'Tema', 'Antwerp', 'Ostra', 0, 'Sat 12 Dec', 5120, 'Booked', 'grey'],
  ['TL-2456', 'Paper filters', '80 cartons', 'Rotterdam', 'New York', 'Norrlink', 48, 'Wed 2 Dec', 2240, 'At sea'],
  ['TL-2455', 'Dried figs', '3 pallets', 'Izmir', 'Felixstowe', 'Ostra', 52, 'Wed 2 Dec', 2710, 'At sea'],
  ['TL-2453', 'Roasted coffee', '5 pallets', 'Rotterdam', 'New York', 'Bluemast', 27, 'Thu 3 Dec', 6240, 'At sea'],
  ['TL-2452', 'Almonds', '4 pallets', 'Valencia', 'Savannah', 'Bluemast', 34, 'Fri 4 Dec', 3610, 'At sea'],
  ['TL-2450', 'Glass jars', '90 cartons', 'Gothenburg', 'Halifax', 'Norrlink', 64, 'Wed 2 Dec', 2120, 'At sea'],
  ['TL-2449', 'Cocoa beans', '7 pallets', 'Tema', 'Antwerp', 'Ostra', 30, 'Sat 5 Dec', 5890, 'At sea'],
  ['TL-2447', 'Cane sugar', '6 pallets', 'Cartagena', 'Algeciras', 'Bluemast', 61, 'Wed 2 Dec', 4460, 'At sea'],
  ['TL-2446', 'Soap', '2 pallets', 'Izmir', 'Felixstowe', 'Norrlink', 33, 'Fri 4 Dec', 1980, 'At sea'],
  ['TL-2444', 'Orange oil', '1 pallet', 'Valencia', 'Savannah', 'Ostra', 17, 'Mon 7 Dec', 1640, 'At sea'],
  ['TL-2443', 'Scales', '30 cartons', 'Rotterdam', 'New York', 'Norrlink', 36, 'Thu 3 Dec', 1870, 'At sea'],
  ...[
    ['TL-2440', 'Green coffee', '8 pallets', 'Cartagena', 'Algeciras', 'Bluemast', 'Fri 20 Nov', 7210],
    ['TL-2437', 'Roasted coffee', '4 pallets', 'Rotterdam', 'New York', 'Bluemast', 'Thu 19 Nov', 5060],
    ['TL-2434', 'Olive oil', '3 pallets', 'Izmir', 'Felixstowe', 'Norrlink', 'Wed 18 Nov', 3480],
    ['TL-2431', 'Ceramic tiles', '6 pallets', 'Valencia', 'Savannah', 'Ostra', 'Mon 16 Nov', 5170],
    ['TL-2429', 'Cups', '110 cartons', 'Gothenburg', 'Halifax', 'Norrlink', 'Fri 13 Nov', 2890],
    ['TL-2427', 'Cocoa butter', '4 pallets', 'Tema', 'Antwerp', 'Ostra', 'Thu 12 Nov', 3940],
    ['TL-2424', 'Linen', '2 pallets', 'Izmir', 'Felixstowe', 'Norrlink', 'Tue 10 Nov', 2050],
    ['TL-2421', 'Roasted coffee', '3 pallets', 'Rotterdam', 'New York', 'Bluemast', 'Sat 7 Nov', 4230],
    ['TL-2418', 'Wine', '5 pallets', 'Valencia', 'Savannah', 'Bluemast', 'Wed 4 Nov', 4980],
    ['TL-2415', 'Cane sugar', '5 pallets', 'Cartagena', 'Algeciras', 'Bluemast', 'Mon 2 Nov', 3770],
    ['TL-2411', 'Oak stools', '90 cartons', 'Gothenburg', 'Halifax', 'Norrlink', 'Thu 29 Oct', 2640],
  ].map(([id, goods, amount, from, to, carrier, arrives, cost]) => [id, goods, amount, from, to, carrier, 100, arrives, cost, 'Delivered', 'grey']),
]

export const bookings = rows.map(([id, goods, amount, from, to, carrier, progress, arrives, cost, status, tone = 'sea']) => ({
  id,
  goods,
  amount,
  from,
  to,
  carrier,
  progress,
  arrives,
  cost,
  status,
  tone,
  isDeclared: status !== 'Customs due' && status !== 'Papers missing' && status !== 'Booked',
}))

export function groupOf({ progress, status }) {
  if (status === 'Delivered') return 'Delivered'
  return progress === 0 ? 'Booked' : 'Under way'
}

/** Quotes for three pallets from Rotterdam to New York. */
export const carriers = [
  { name: 'Bluemast', sails: 'Sails Thu 3 Dec, direct', days: 9, onTime: 96, price: 4180, arrives: 'Sat 12 Dec' },
  { name: 'Norrlink', sails: 'Sails Sat 5 Dec, via Halifax', days: 12, onTime: 93, price: 3740, arrives: 'Thu 17 Dec' },
  { name: 'Ostra', sails: 'Sails Tue 8 Dec, direct', days: 10, onTime: 89, price: 3960, arrives: 'Fri 18 Dec' },
]

/** Figures of the last 26 weeks. */
export const weeks = {
  onTime: [81, 83, 80, 84, 82, 85, 83, 84, 86, 84, 85, 87, 86, 88, 84.4, 86, 82.3, 87.5, 86.6, 89.8, 88, 91.1, 89.6, 92.8, 91.9, 94.2],
  you: [2.86, 2.84, 2.85, 2.81, 2.8, 2.82, 2.77, 2.78, 2.74, 2.72, 2.73, 2.69, 2.66, 2.64, 2.61, 2.62, 2.55, 2.51, 2.49, 2.43, 2.4, 2.37, 2.33, 2.24, 2.17, 2.14],
  market: [2.82, 2.83, 2.8, 2.84, 2.81, 2.79, 2.8, 2.76, 2.77, 2.73, 2.74, 2.71, 2.7, 2.71, 2.68, 2.67, 2.63, 2.64, 2.65, 2.63, 2.61, 2.6, 2.59, 2.59, 2.57, 2.56],
}

export const lanes = [
  { from: 'Rotterdam', to: 'New York', spend: 18_940 },
  { from: 'Valencia', to: 'Savannah', spend: 13_100 },
  { from: 'Izmir', to: 'Felixstowe', spend: 9480 },
  { from: 'Tema', to: 'Antwerp', spend: 6690 },
]

/** TL-2481's goods; other bookings show one line made of their own row. */
export const cargo = [
  ['Roasted coffee, single origin', '3 pallets', '1,840 kg', 31_200],
  ['Paper filters', '12 cartons', '112 kg', 1460],
  ['Sample kits', '4 cartons', '28 kg', 390],
  ['Barista tools', '9 cartons', '64 kg', 2115],
]

export const quotes = [
  ['Q-118', 'Roasted coffee, 3 pallets', 'Rotterdam', 'New York', 'from $3,740', 'Held until 18:00'],
  ['Q-117', 'Dried figs, 2 pallets', 'Izmir', 'Felixstowe', 'from $1,920', 'Held until Wed'],
  ['Q-115', 'Oak stools, 60 cartons', 'Gothenburg', 'Halifax', 'from $1,780', 'Held until Thu'],
]

export const papers = ['Bill of lading', 'Commercial invoice', 'Packing list', 'Customs entry', 'Insurance certificate']

/** $1,234 */
export function money(amount) {
  return `$${amount.toLocaleString('en-US')}`
}
