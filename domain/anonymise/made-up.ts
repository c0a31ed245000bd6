import type { FoundKind } from './find-patterns.ts'
import { legalForm } from './find-patterns.ts'
import { fold, genderOf, type Person } from './find-people.ts'
import { madeUpCompanies, madeUpFamily, madeUpGiven, madeUpStreets, madeUpTowns } from './made-up-names.ts'

/** Makes up replacements. The same text and seed always give the same one. */
export function createReplacer(seed: string) {
  const chosen = new Map<string, string>()
  const taken = new Set<string>()

  /** Picks a replacement for a name. Each is used once until all are taken. */
  function choose(kind: string, name: string, from: readonly string[]): string {
    const key = `${kind} ${fold(name)}`
    const known = chosen.get(key)
    if (known !== undefined) return known
    const start = hash(`${seed} ${key}`)
    for (let at = 0; at < from.length; at += 1) {
      const made = from[(start + at) % from.length] ?? ''
      // A name that already replaces someone else's would merge two people.
      if (taken.has(made) || fold(made) === fold(name)) continue
      return keep(key, made)
    }
    const made = from[start % from.length] ?? ''
    return keep(key, `${made} ${romanNumerals[Math.floor(chosen.size / from.length) % romanNumerals.length]}`)
  }

  function keep(key: string, made: string): string {
    chosen.set(key, made)
    taken.add(made)
    return made
  }

  function givenFor(given: string): string {
    const gender = genderOf(given) ?? (hash(`${seed} ${fold(given)}`) % 2 === 0 ? 'female' : 'male')
    return choose('given', given, madeUpGiven[gender])
  }

  function person({ given, family }: Person): Person {
    const isInitial = /^\p{Lu}\.?$/u.test(given)
    return {
      given:
        given === ''
          ? ''
          : isInitial
            ? `${letterFor(`${seed} ${family}`)}${given.endsWith('.') ? '.' : ''}`
            : givenFor(given),
      family: family === '' ? '' : choose('family', family, madeUpFamily),
    }
  }

  /** Changes digits but keeps the format: round numbers stay round, and the first digit changes little. */
  function amount(text: string): string {
    const random = randomOf(`${seed} ${text}`)
    const zeros = /(?:[.,]00)?$/.exec(text.replaceAll(/[^\d.,]/g, ''))?.[0].replaceAll(/\D/g, '').length ?? 0
    const digits = text.replaceAll(/\D/g, '')
    const trailing = Math.max(zeros, /0*$/.exec(digits)?.[0].length ?? 0)
    let at = 0
    return text.replaceAll(/\d/g, (digit) => {
      at += 1
      if (at > digits.length - trailing) return digit
      if (at > 1) return String(Math.floor(random() * 10))
      const shifted = Number(digit) + (random() < 0.5 ? -1 : 1) * (1 + Math.floor(random() * 2))
      return String(shifted < 1 || shifted > 9 ? (Number(digit) % 9) + 1 : shifted)
    })
  }

  /** Changes digits and capital letters so that the result is nobody's real number. */
  function number(text: string): string {
    const random = randomOf(`${seed} ${text}`)
    const isIban = /^[A-Z]{2}\d{2}/.test(text)
    let at = 0
    return text.replaceAll(/[A-Z0-9]/g, (char) => {
      at += 1
      // No IBAN has 00 as its check digits, no card begins with 0, and no social security number with 000.
      if (isIban && at <= 2) return char
      if (at <= (isIban ? 4 : 3) && /\d/.test(char)) return '0'
      return /\d/.test(char) ? String(Math.floor(random() * 10)) : letterFor(`${seed} ${text} ${at}`)
    })
  }

  /** Ends in 555 01xx, which is reserved for fiction; keeps the country code. */
  function phone(text: string): string {
    const random = randomOf(`${seed} ${text}`)
    const country = /^\+\d{1,3}(?=\D)/.exec(text)?.[0].length ?? (text.startsWith('+') ? 3 : 0)
    const made = `55501${Math.floor(random() * 100)
      .toString()
      .padStart(2, '0')}`
    const count = text.slice(country).replaceAll(/\D/g, '').length
    let at = 0
    const rest = text.slice(country).replaceAll(/\d/g, () => {
      at += 1
      const place = at - 1 - (count - made.length)
      return place < 0 ? (at === 1 ? '0' : '5') : (made[place] ?? '5')
    })
    return text.slice(0, country) + rest
  }

  function address(text: string): string {
    const random = randomOf(`${seed} ${text}`)
    const house = 1 + Math.floor(random() * 97)
    const town = choose('town', text, madeUpTowns)
    const hasTown = /,.*\p{Lu}/u.test(text)
    if (/(?:straße|strasse|str\.|weg|allee|platz|gasse|ring|damm|ufer)\b/iu.test(text)) {
      return `${choose('street', text, madeUpStreets.de)}weg ${house}${hasTown ? `, 00000 ${town}` : ''}`
    }
    if (/(?:rue|quai|chemin|impasse|allée|boulevard|bd|avenue|place) /u.test(text) && /^\d/.test(text)) {
      return `${house} rue des ${choose('street', text, madeUpStreets.fr)}${hasTown ? `, 00000 ${town}` : ''}`
    }
    if (/^(?:Calle|C\/|Avenida|Avda|Av|Plaza|Paseo|Carrera)/u.test(text)) {
      return `Calle ${choose('street', text, madeUpStreets.es)} ${house}${hasTown ? `, 00000 ${town}` : ''}`
    }
    return `${house} ${choose('street', text, madeUpStreets.en)} Row${hasTown ? `, ${town}` : ''}`
  }

  function companyName(name: string): string {
    return choose('company', name, madeUpCompanies)
  }

  return {
    person,
    companyName,
    givenFor,
    /** For anything but names and email addresses. */
    other: (kind: Exclude<FoundKind, 'person' | 'email' | 'company'>, text: string): string => {
      return { amount, number, phone, address }[kind](text)
    },
    /** The address of the owner's made-up name, or of a new one; keeps roles such as info@. */
    email: (text: string, owner: Person | null): string => {
      const [local = ''] = text.split('@')
      if (owner === null && roles.test(local)) return `${local}@example.com`
      const who = person(owner ?? { given: `${local} given`, family: `${local} family` })
      const [given, family] = [fold(who.given).replaceAll(/\W/g, ''), fold(who.family).replaceAll(/\W/g, '')]
      const separator = /[._-]/.exec(local)?.[0] ?? ''
      const isShort = owner !== null && owner.given !== '' && !fold(local).includes(fold(owner.given))
      if (family === '') return `${given}@example.com`
      return `${isShort ? given.slice(0, 1) : given}${separator}${family}@example.com`
    },
  }
}

/** “Acme” of “Acme GmbH”. */
export function companyBase(text: string): string {
  return text.replace(new RegExp(String.raw`,? ${legalForm}\.?$`, 'u'), '').trim()
}

const roles =
  /^(?:info|hello|support|sales|billing|contact|kontakt|team|office|admin|noreply|no-reply|help|service|hr|jobs|press)$/i
const romanNumerals = ['II', 'III', 'IV', 'V', 'VI', 'VII', 'VIII', 'IX']

function letterFor(key: string): string {
  return 'ABCDEFGHJKLMNPRSTVW'[hash(key) % 19] ?? 'A'
}

/** FNV-1a. */
function hash(text: string): number {
  let value = 0x81_1c_9d_c5
  for (let at = 0; at < text.length; at += 1) value = Math.imul(value ^ text.charCodeAt(at), 0x01_00_01_93)
  return value >>> 0
}

/** mulberry32 */
function randomOf(key: string): () => number {
  let state = hash(key)
  return () => {
    state = (state + 0x6d_2b_79_f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }
}
