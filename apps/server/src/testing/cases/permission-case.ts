import type { Browser } from '@trailwarden/testkit/devices/people'
import type { Db } from '../../db/database.ts'

export const ACTORS = ['visitor', 'member', 'owner', 'manager', 'manager on itself', 'administrator', 'disabled manager'] as const
export type ActorName = (typeof ACTORS)[number]

/** For `owner` and `manager on itself`, the subject is also the caller. */
export type TestEnv = {
  browser: Browser
  db: Db
  subject: { id: string; sessionId: string; email: string }
  setPasswordToken: string
  confirmEmailToken: string
  newEmail: string
  password: string
  networks: Record<string, unknown>
  /** The subject created the Action and is assigned to it. */
  createAction(status: 'Unresolved' | 'Resolved'): Promise<string>
  /** The photo is of an Action created by the subject. */
  createPhotoOf(status: 'Unresolved' | 'Resolved'): Promise<string>
  jpeg(): Promise<Buffer>
}

export type Case = {
  route: string
  about?: string
  cells: string
  /** The subject's role if the subject isn't the caller. Default: member. */
  subjectRole?: number
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
