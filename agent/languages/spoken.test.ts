import { expect, test } from 'vitest'

import { toSpokenIn } from './spoken.ts'

test.each([
  ['en', '2½ hours on a 24″ screen, ¾ of it free', '2 and a half hours on a 24 inch screen, three quarters of it free'],
  ['de', 'Nach 2½ Stunden, auf 24″', 'Nach 2 einhalb Stunden, auf 24 Zoll'],
  ['fr', 'En 2½ heures, sur 24″', 'En 2 heures et demie, sur 24 pouces'],
  ['es', 'En 2½ horas, en 24″', 'En 2 horas y media, en 24 pulgadas'],
  [
    'de',
    'Solo kostet 19 €/Monat, ab 14:30 Uhr z. B. mit 20 % mehr.',
    'Solo kostet 19 Euro pro Monat, ab 14 Uhr 30 zum Beispiel mit 20 Prozent mehr.',
  ],
  ['de', 'Mehr auf www.werkplan.de/preise.', 'Mehr auf werkplan Punkt de.'],
  ['fr', 'Bistrot coûte 49 € / mois, de 9 h à 14h30.', 'Bistrot coûte 49 euros par mois, de 9 heures à 14 heures 30.'],
  [
    'es',
    'Cuesta 25 €/mes, a las 14:30, con un 10 % menos.',
    'Cuesta 25 euros al mes, a las 14 y 30, con un 10 por ciento menos.',
  ],
  ['de', 'Pro kostet 1.299,50 €, Solo 49,- €.', 'Pro kostet 1.299 Euro 50, Solo 49 Euro.'],
  ['de', '10–20 % von 1,2 Mio. € oder 3 Mrd. €', '10 bis 20 Prozent von 1,2 Millionen Euro oder 3 Milliarden Euro'],
  ['de', 'EUR 300, US-$ 5 und CHF 120', '300 Euro, 5 US-Dollar und 120 Schweizer Franken'],
  [
    'de',
    'Mo–Fr von 9–17 Uhr, um 9:05 Uhr oder 14.30 Uhr',
    'Montag bis Freitag von 9 bis 17 Uhr, um 9 Uhr 5 oder 14 Uhr 30',
  ],
  ['de', 'Am 05.12.2026, am 5.12., am 5. Dez. 2026', 'Am 5. Dezember 2026, am 5. Dezember, am 5. Dezember 2026'],
  [
    'de',
    'Rufen Sie 030/1234567 oder +49 171 2345678 an.',
    'Rufen Sie 0 3 0, 1 2 3 4 5 6 7 oder plus 49, 1 7 1, 2 3 4 5 6 7 8 an.',
  ],
  [
    'de',
    'Ich schreibe an vor_name@werk-plan.de.',
    'Ich schreibe an vor Unterstrich name at werk Bindestrich plan Punkt de.',
  ],
  [
    'de',
    '10 GB, 5 MB/s, 80 km/h, 0,5 Std. und 20 °C',
    '10 Gigabyte, 5 Megabyte pro Sekunde, 80 Kilometer pro Stunde, 0,5 Stunden und 20 Grad Celsius',
  ],
  ['de', 'KI, DSGVO und API ab v2.1', 'K I, D S G V O und A P I ab Version 2 Punkt 1'],
  ['de', 'zzgl. MwSt., ggf. usw.', 'zuzüglich Mehrwertsteuer, gegebenenfalls und so weiter.'],
  ['de', 'Nr. 5, S. 3, § 7, ≥ 10, ~30, 3x', 'Nummer 5, Seite 3, Paragraf 7, mindestens 10, etwa 30, 3 mal'],
  ['de', 'Einstellungen → Nutzer, ja/nein, F&E', 'Einstellungen, dann Nutzer, ja oder nein, F und E'],
  ['de', 'Das ist der 2. Schritt, Platz 1.', 'Das ist der 2. Schritt, Platz 1.'],
  [
    'fr',
    'Pro coûte 1 299,50 € HT, soit 10–20 € par poste.',
    'Pro coûte 1 299 euros 50 hors taxes, soit 10 à 20 euros par poste.',
  ],
  ['fr', '2,5 M€, 3 Md€ ou 100 k€', '2,5 millions d’euros, 3 milliards d’euros ou 100 mille euros'],
  ['fr', 'Le 01/12/2026, le 5 déc. 2026, lun.–ven.', 'Le 1er décembre 2026, le 5 décembre 2026, lundi à vendredi.'],
  ['fr', 'Appelez le 01 23 45 67 89.', 'Appelez le 0 1, 2 3, 4 5, 6 7, 8 9.'],
  ['fr', 'Écrivez à jean-luc@exemple.fr.', 'Écrivez à jean tiret luc arobase exemple point fr.'],
  [
    'fr',
    '10 Go, 5 Mo/s, 20 °C, n° 5, IA et RGPD',
    '10 gigaoctets, 5 mégaoctets par seconde, 20 degrés Celsius, numéro 5, I A et R G P D',
  ],
  ['fr', 'Étape 3/8 : 3/4 des équipes, ≥ 10, 3x', 'Étape 3 sur 8: trois quarts des équipes, au moins 10, 3 fois'],
  ['es', 'Cuesta 1.299,50 €, entre 10–20 € por puesto.', 'Cuesta 1.299 euros con 50, entre 10 a 20 euros por puesto.'],
  ['es', '2,5 M€ o 100 k€, y 5 millones de filas', '2,5 millones de euros o 100 mil euros, y 5 millones de filas'],
  [
    'es',
    'El 05/12/2026 y el 5 dic. 2026, lun.–vie.',
    'El 5 de diciembre de 2026 y el 5 diciembre 2026, lunes a viernes.',
  ],
  ['es', 'Escriba a ana_luz@ejemplo.es.', 'Escriba a ana guion bajo luz arroba ejemplo punto es.'],
  ['es', '10 GB, 80 km/h, n.º 5, IA y RGPD', '10 gigabytes, 80 kilómetros por hora, número 5, I A y R G P D'],
  ['es', 'El paso 3/8: 3/4 de los equipos, ≥ 10', 'El paso 3 de 8: tres cuartos de los equipos, al menos 10'],
  ['en', 'It costs $29.', 'It costs 29 dollars.'],
] as const)('reads aloud in %s: “%s”', (language, caption, said) => {
  expect(toSpokenIn(language, caption)).toBe(said)
})

test('uses the author’s pronunciations in every language', () => {
  expect(toSpokenIn('de', 'Willkommen bei Werkplan.', [{ word: 'Werkplan', say: 'Wehrk-plahn' }])).toBe(
    'Willkommen bei Wehrk-plahn.',
  )
})
