/**
 * A card for a companion who leaves to find signal. It is plain text, so that any camera can scan it and any message can contain it. The
 * app never sends it automatically.
 */

export type HelpCard = { who: string; what: string; howMany: string; place: string; time: string }

/**
 * Limits the size of the QR code. With a longer text, its squares would be too small to scan from a cracked screen or with an old camera.
 */
export const HELP_CARD_MAX_LENGTH = 600
const FIELD_MAX_LENGTH = 120

/** Puts text on one line, because line breaks and repeated spaces would spoil the card's layout. */
const line = (typed: string) => typed.replace(/\s+/g, ' ').trim().slice(0, FIELD_MAX_LENGTH)

/** Returns the text of the card. Empty fields read 'not known', so that the operator asks about them. */
export function helpCardText(card: HelpCard, emergencyNumber: string): string {
  const known = (typed: string) => line(typed) || 'not known'
  return [
    `EMERGENCY - call ${emergencyNumber}`,
    `Who: ${known(card.who)}`,
    `What: ${known(card.what)}`,
    `How many hurt: ${known(card.howMany)}`,
    `Place: ${
      card.place
        .replace(/\s+/g, ' ')
        .trim()
        .slice(0, HELP_CARD_MAX_LENGTH - 400) || 'not known'
    }`,
    `Time: ${known(card.time)}`,
  ].join('\n')
}

/** Returns a link that opens a message with the text. The user chooses the recipient. */
export const smsLink = (text: string) => `sms:?body=${encodeURIComponent(text)}`
