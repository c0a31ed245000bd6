/** A visitor's words for storage, without card numbers and passwords. */
export function redactSecrets(text: string): string {
  return text
    .replace(/(?<![\d.])\d(?:[ .-]?\d){12,18}(?!\d)/g, (digits) =>
      isCardNumber(digits) ? '[card number removed]' : digits,
    )
    .replace(secretPhrase, (_, label: string) => `${label} [password removed]`)
}

/** “password is hunter2”, “pin: 1234”, “my api key = …”: keeps the label, and removes the value. */
const secretPhrase =
  /\b((?:pass ?(?:word|code|phrase)|pwd|pin(?: code)?|cvv|cvc|security code|(?:api|secret|access)[ _-]?(?:key|token))\s*(?:is|are|was|=|:)+)\s*("[^"]*"|'[^']*'|\S+)/gi

function isCardNumber(text: string): boolean {
  const digits = [...text.replace(/\D/g, '')].map(Number).toReversed()
  const sum = digits.reduce((total, digit, index) => {
    if (index % 2 === 0) return total + digit
    return total + (digit > 4 ? digit * 2 - 9 : digit * 2)
  }, 0)
  return sum % 10 === 0
}
