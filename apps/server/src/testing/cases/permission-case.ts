/** One row of the permission matrix: a call, and the expected result for each kind of user. */
import type { Browser } from '@trailwarden/testkit/devices/people'
import type { Db } from '../../db/database.ts'

export const ACTORS = ['visitor', 'member', 'owner', 'manager', 'manager on itself', 'administrator', 'disabled manager'] as const
export type ActorName = (typeof ACTORS)[number]

/** The data that a call may use. For `owner` and `manager on itself`, the subject is also the caller. */
export type TestEnv = {
  browser: Browser
  db: Db
  subject: { id: string; sessionId: string; email: string }
  /** The token of a link that was sent to the subject, for calls that need one. */
  setPasswordToken: string
  confirmEmailToken: string
  newEmail: string
  password: string
  /** A status for every network of the site. */
  networks: Record<string, unknown>
  /** Creates an Action that the subject created and is assigned to. Returns its id. */
  anAction(status: 'Unresolved' | 'Resolved'): Promise<string>
  /** Stores a photo of an Action created by the subject. Returns the photo's id. */
  aPhotoOf(status: 'Unresolved' | 'Resolved'): Promise<string>
  jpeg(): Promise<Buffer>
}

export type Case = {
  route: string
  about?: string
  cells: string
  /** The subject's role if the subject isn't the caller. Default: member. */
  subjectRole?: number
  /** Whether the caller is the only manager. */
  alone?: boolean
  call(env: TestEnv): Promise<{ statusCode: number }>
}

export const everyone = '+ + + + + + +'
export const members = '- + + + + + -'
export const managers = '- - - + + + -'
export const administrators = '- - - - - + -'
export const nobody = '- ! ! ! ! ! -'
export const noManager = '- - - ! ! ! -'
export const nobodyAtAll = '- - - - - - -'
