/** One cell row of the permission matrix: what it asks, and what each kind of person must get. */
import type { Browser } from '@trailwarden/testkit/people'
import type { Db } from '../db/database.ts'

export const ACTORS = ['visitor', 'member', 'owner', 'manager', 'manager on itself', 'administrator', 'disabled manager'] as const
export type ActorName = (typeof ACTORS)[number]

/** What a call can be about. For `owner` and `manager on itself` the subject is the one who calls. */
export type TestEnv = {
  browser: Browser
  db: Db
  subject: { id: string; sessionId: string; email: string }
  /** A link sent to the subject, for calls that need one. */
  setPasswordToken: string
  confirmEmailToken: string
  newEmail: string
  password: string
  /** A status for every network of the site. */
  networks: Record<string, unknown>
  /** An action that the subject made and is assigned; gives its id. */
  anAction(status: 'Unresolved' | 'Resolved'): Promise<string>
  /** A stored photo of such an action; gives the photo's id. */
  aPhotoOf(status: 'Unresolved' | 'Resolved'): Promise<string>
  jpeg(): Promise<Buffer>
}

export type Case = {
  route: string
  about?: string
  cells: string
  /** Who the subject is when it is not the caller; a member unless said otherwise. */
  subjectRole?: number
  /** True when the caller is the only manager. */
  alone?: boolean
  call(env: TestEnv): Promise<{ statusCode: number }>
}

export const everyone = '+ + + + + + +'
export const members = '- + + + + + -'
export const managers = '- - - + + + -'
export const administrators = '- - - - - + -'
export const nobody = '- ! ! ! ! ! -'
export const noManager = '- - - ! ! ! -'
