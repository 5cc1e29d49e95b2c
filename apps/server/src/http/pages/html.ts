/** Escapes text for use between HTML tags or in a quoted attribute. */
export const escapeHtml = (text: string) => text.replace(/[<>&"']/g, (c) => `&#${c.charCodeAt(0)};`)
