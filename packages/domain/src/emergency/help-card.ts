/**
 * A card for a companion who leaves to find signal. Plain text works with any camera and in any message. The app never sends the card
 * automatically.
 */

export type HelpCard = { who: string; what: string; howMany: string; place: string; time: string }

/** With a longer text, the squares of the QR code would be too small for a cracked screen or an old camera. */
export const HELP_CARD_MAX_LENGTH = 600
const FIELD_MAX_LENGTH = 120

/** Line breaks and repeated spaces would spoil the card's layout. */
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

/** The user chooses the recipient in the message app. */
export const smsLink = (text: string) => `sms:?body=${encodeURIComponent(text)}`
