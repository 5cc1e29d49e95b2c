/** Sentences, or parts of sentences, in which a pattern is correct. Remove an entry when no text contains it any longer. */
export const ALLOWED_SENTENCES: readonly string[] = [
  // Audit logs of earlier versions contain this reason, and the screen looks it up.
  'the person stands above your role',
  // A camera takes photos.
  'where the photo was taken',
]
