import { expect, test } from 'vitest'
import type * as z from 'zod/mini'
import { NewPassword, newPasswordIssue } from './password.ts'
import { isManager, isMember } from './person.ts'
import { DisplayName, Email, firstNameIssue, lastNameIssue, PhoneNumber } from './person-fields.ts'
import { isSessionAlive } from './session.ts'

const issueOf = (schema: z.ZodMiniType, value: unknown) => schema.safeParse(value).error?.issues[0]?.message ?? null

test('PE1 gives each role all rights of the roles below it', () => {
  expect([0, 1, 2, 3, 4].map((role) => [isMember({ role }), isManager({ role })])).toEqual([
    [false, false],
    [true, false],
    [true, true],
    [true, true],
    [true, true],
  ])
})

test('PE2 ACC-09 limits names to letters and digits, the required first name to 12 characters and the last name to 20', () => {
  for (const name of ['Jo', 'Åsa', 'O’Brien', 'Anne-Marie', 'Δημήτρης', 'R2', 'Bartholomeus'.slice(0, 12)])
    expect(firstNameIssue(name), name).toBeNull()
  for (const name of ['Jo!', 'Jo\u0007', 'Jo\u202e', 'Jo½', '<b>', "'", '-Jo', 'Jo Ann'])
    expect(firstNameIssue(name), name).toBe('Invalid characters')
  expect(firstNameIssue('')).toBe('Required')
  expect(firstNameIssue('x'.repeat(13))).toBe('Too long')
  expect(lastNameIssue('van der Berg')).toBeNull()
  expect(lastNameIssue('')).toBe('Required')
  expect(lastNameIssue('Sm!th')).toBe('Invalid characters')
  expect([lastNameIssue('x'.repeat(20)), lastNameIssue('x'.repeat(21))]).toEqual([null, 'Too long'])
})

test('PE3 ACC-09 checks each part of a display name', () => {
  expect(DisplayName.parse('  Jo   van  der Berg ')).toBe('Jo van der Berg')
  expect(DisplayName.parse('Ranger')).toBe('Ranger')
  expect(issueOf(DisplayName, '   ')).toBe('Required')
  expect(issueOf(DisplayName, 'Jo <script>')).toBe('Invalid characters')
  expect(issueOf(DisplayName, 'Bartholomewson Li')).toBe('Too long')
})

test('PE3 UX-2.13 accepts digits in the names of units and crews, but not names that consist only of digits', () => {
  for (const name of ['SES Unit 4', '4 Wheel Club', 'Crew 12-B', 'Ranger 2']) expect(DisplayName.parse(name)).toBe(name)
  for (const name of ['4', '12 34', '4\u0000a', 'SES Unit #4', 'SES Unit 4\u202e'])
    expect(issueOf(DisplayName, name), name).toBe('Invalid characters')
})

test('PE4 ACC-09 validates an email address and converts it to lower case', () => {
  expect(Email.parse(' Jo.Berg+trails@Example.ORG ')).toBe('jo.berg+trails@example.org')
  for (const address of [
    '',
    'jo',
    'jo@',
    '@x.org',
    'jo@localhost',
    'a b@x.org',
    'jo@x..org',
    '<jo@x.org>',
    'a@b.org, c@d.org',
    `${'x'.repeat(250)}@x.org`,
  ])
    expect(issueOf(Email, address), address).toBe('Invalid email address')
})

test('PE5 accepts a missing phone number, but otherwise only a valid number', () => {
  for (const phone of ['', '0400 000 000', '+61 400 000 000', '(03) 6376-0000 ext 12'])
    expect(issueOf(PhoneNumber, phone), phone).toBeNull()
  for (const phone of ['call me', '<img>', '12', '+'.repeat(10), '=1+1'])
    expect(issueOf(PhoneNumber, phone), phone).toBe('Invalid phone number')
})

test('PE6 ACC-09 requires at least 6 characters for a password and refuses common ones', () => {
  expect(issueOf(NewPassword, '12345')).toBe('Use at least 6 characters')
  const isCommon = (password: string) => password === 'letmein'
  expect(newPasswordIssue('12345', 1, isCommon)).toBe('Use at least 6 characters')
  expect(newPasswordIssue('letmein', 1, isCommon)).toBe('This is one of the most common passwords. Choose another.')
  expect(newPasswordIssue('x'.repeat(201), 1, isCommon)).toBe('Too long')
  expect(newPasswordIssue('greasy roots', 1, isCommon)).toBeNull()
})

test('PE7 requires at least 12 characters for a manager’s password', () => {
  expect(newPasswordIssue('elevenchars', 2, () => false)).toBe('Use at least 12 characters')
  expect(newPasswordIssue('twelve chars', 2, () => false)).toBeNull()
})

test('PE9 ends a session after 30 days without use, and after 180 days in total (30 for managers)', () => {
  const now = new Date('2026-07-01T00:00:00Z')
  const ago = (days: number) => new Date(now.getTime() - days * 86_400_000)
  const alive = (age: number, unused: number, role: number) => isSessionAlive({ createdAt: ago(age), lastSeenAt: ago(unused) }, role, now)
  expect([alive(29.9, 29.9, 1), alive(31, 30, 1), alive(179.9, 0, 1), alive(180, 0, 1)]).toEqual([true, false, true, false])
  expect([alive(29.9, 0, 2), alive(30, 0, 2), alive(30, 0, 4)]).toEqual([true, false, false])
})

const MARKUP = [
  ...[
    '<script>alert(1)</script>',
    '<img src=x onerror=alert(1)>',
    '<svg/onload=alert(1)>',
    '<body onload=alert(1)>',
    '<iframe src=javascript:alert(1)>',
  ],
  ...[
    '"><script>alert(1)</script>',
    "'><img src=x onerror=alert(1)>",
    '</title><script>alert(1)</script>',
    '<a href="javascript:alert(1)">x</a>',
  ],
  ...[
    'javascript:alert(1)',
    'JaVaScRiPt:alert(1)',
    'data:text/html,<script>alert(1)</script>',
    'vbscript:msgbox(1)',
    '&#60;script&#62;alert(1)',
  ],
  ...[
    '<details open ontoggle=alert(1)>',
    '<video><source onerror=alert(1)>',
    '<math><mtext></mtext><script>alert(1)</script>',
    '<input autofocus onfocus=alert(1)>',
  ],
  ...[
    '$\u007Balert(1)}',
    '{{constructor.constructor("alert(1)")()}}',
    '#{7*7}',
    '<%= 7*7 %>',
    '`-alert(1)-`',
    '";alert(1);//',
    "');alert(1);//",
    '\\";alert(1)//',
  ],
  ...[
    '<style>@import"//evil"</style>',
    '<link rel=stylesheet href=//evil>',
    '<meta http-equiv=refresh content=0;url=//evil>',
    '<base href=//evil/>',
  ],
  ...[
    '<form action=//evil><input name=a>',
    '<object data=//evil>',
    '<embed src=//evil>',
    '<marquee onstart=alert(1)>',
    '<xss style=x:expression(alert(1))>',
  ],
  ...['=HYPERLINK("//evil","x")', '+cmd|calc', '@SUM(1+1)', '-2+3+cmd', '\u202Egnp.exe', 'a\u0000b', 'x\r\nBcc: all@example.org'],
]

test('PE3 P5 never accepts markup, formulas or headers as a name or phone number', () => {
  for (const text of MARKUP) {
    expect(DisplayName.safeParse(text).success, text).toBe(false)
    expect(DisplayName.safeParse(`Jo ${text}`).success, text).toBe(false)
    expect(PhoneNumber.safeParse(text).success, text).toBe(false)
    expect(PhoneNumber.safeParse(`0400 000 ${text}`).success, text).toBe(false)
    expect(Email.safeParse(`jo@${text}`).success, text).toBe(false)
  }
  expect(MARKUP.length).toBeGreaterThanOrEqual(40)
})
