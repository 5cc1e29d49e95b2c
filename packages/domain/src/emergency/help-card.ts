/** What the companion carries who walks to signal: plain text, readable by any camera and in any message. Nothing is sent by itself. */

export type HelpCard = { who: string; what: string; howMany: string; place: string; time: string }

/** A QR that a cracked screen still shows and an old camera still reads; longer texts make its squares too small. */
export const HELP_CARD_MAX_LENGTH = 600
const FIELD_MAX_LENGTH = 120

/** One line: line breaks and runs of spaces would break the card's form. */
const line = (typed: string) => typed.replace(/\s+/g, ' ').trim().slice(0, FIELD_MAX_LENGTH)

/** The text of the card. What nobody filled in is called not known: the line stays, so that it is asked for. */
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

/** Opens a message with the text in it; the person chooses whom to send it to. */
export const smsLink = (text: string) => `sms:?body=${encodeURIComponent(text)}`
