/**
 * The wording we avoid, and what to write instead. Each pattern matches wording that readers have to read twice, or a word that has another
 * name in docs/glossary.md. Sentences in which a pattern is correct are listed in allowed-sentences.ts.
 */
/** `inTables: false`: for wording that is correct in a table cell. */
export type Pattern = { name: string; find: RegExp; instead: string; inTables?: false }

const MACHINE = 'app|server|page|device|phone|worker|nginx|client|proxy|database|program|screen|form|list|bar'

export const PATTERNS: readonly Pattern[] = [
  { name: 'whoever', find: /\b(whoever|whomever)\b/i, instead: 'name the reader: the reporter, anyone who, you' },
  { name: 'by itself', find: /\bby (itself|themselves)\b/i, instead: 'automatically' },
  {
    name: 'alone for only',
    find: /(?<!\b(stand|let|leaves?|left|rides?|riding|works?|travels?|runs?|is|are|was|be)[ -])\balone\b(?! (in|on|at) (the|a)\b)/i,
    instead: 'only, before the noun',
  },
  {
    name: 'things stand or lie',
    find: /\b(stands|stood|lies) (in|on|at|beside|there|under|above|below|with|first|as)\b/i,
    instead: 'is, is shown, is at',
  },
  { name: 'told of', find: /\b(hears?|heard|tells?|told|speaks?) of\b|\b(hears?|heard) that\b/i, instead: 'notify, receive, mention' },
  { name: 'it says', find: new RegExp(`\\b(${MACHINE}|it|which) says\\b`, 'i'), instead: 'shows, reports, returns' },
  { name: 'of its own', find: /\bof (its|their|his|her) own\b/i, instead: 'its own X, separate, or nothing' },
  {
    name: 'what for a noun',
    find: /\bwhat (waits|stands|lies|came|comes|nobody|nothing|is there|was there)\b/i,
    instead: 'a noun: unsent changes',
  },
  {
    name: 'things wait',
    find: /\b(changes?|actions?|reports?|emails?|messages?|photos?|records?|commands?|pushes|jobs?|updates?) (that )?waits?\b(?! for (an? |the )?(approval|answer))/i,
    instead: 'pending, queued, not sent yet',
  },
  {
    name: 'taken for accepted',
    find: /\b(report|change|action|photo|file|command|update|password|code|key|email|request)s? (is|are|was|were|is not|are not|isn.t|aren.t) taken\b(?! (by|with|at|from|after|before|in|on|during|off|over|away|again|of)\b)|\btakes nothing\b/i,
    instead: 'accepted, rejected',
  },
  {
    name: 'machines ask',
    find: new RegExp(
      `\\b(${MACHINE}) asks?\\b(?! (for (your|a|the) (location|password|code)|you|people|before|first|if|whether|which|what|the (user|person|rider|visitor|author)))`,
      'i',
    ),
    instead: 'requests, polls, prompts',
  },
  { name: 'at once', find: /\bat once\b/i, instead: 'straight away, immediately, or at the same time' },
  { name: 'without signal too', find: /\b(without signal too|also without signal)\b/i, instead: 'works offline, even without signal' },
  {
    name: 'words for text',
    find: /\b(your|their|these|its|his|her) words\b|\bwords or photos\b/i,
    instead: 'text, note, description, message',
  },
  {
    name: 'a yes',
    find: /\b(a|second|one|their|manager.s) (yes|no)\b(?![- ](longer|one|op|matter|doubt))|\bsays? (yes|no)\b/i,
    instead: 'approve, decline, approval',
  },
  {
    name: 'bookish',
    find: /\b(all the same|meanwhile|afresh|hence|outside of|anew|thereof|whereupon|lest)\b/i,
    instead: 'still, since then, again, or nothing',
  },
  {
    name: 'mend',
    find: /\b(mend(s|ed|ing)?|thr(ow|ows|own|ew) away|(?<!green )for good|faults? of ours|put right)\b/i,
    instead: 'fix, discard, permanently, bug, correct',
  },
  { name: 'is to be', find: /\b(is|are) to be\b|\bthe own\b/i, instead: 'must be; their own' },
  { name: 'three semicolons', find: /;[^.;?!|]*;[^.;?!|]*;/, instead: 'two sentences, or a list', inTables: false },
  { name: 'news for updates', find: /\bno news\b|\bnews (of|to|that|about)\b/i, instead: 'update, notification, change' },
  {
    name: 'put back',
    find: /\b(gone with|goes on by|worked off|put back|comes over)\b/i,
    instead: 'restore, import, removed with',
  },
  { name: 'e-mail', find: /\be-mails?\b/i, instead: 'email' },
  { name: 'trail crew', find: /\btrail crew\b/i, instead: 'trail team' },
  { name: 'partly open', find: /\bpartly open\b/i, instead: 'Partially Open' },
  { name: 'post office', find: /\b(post office|drills?|errands?)\b/i, instead: 'mailer, fault test, loop' },
]
