/**
 * PostgreSQL can't report the types inside JSON, text columns that only our code restricts, and columns that triggers fill. `npm run
 * row-types` combines these types with the migrated database and writes `tables.ts`.
 */
import type { MessageHead, Warning } from '@trailwarden/domain'
import type { ColumnType } from 'kysely'

/** Synced records contain times as ISO text. */
export type Timestamp = ColumnType<Date, Date | string, Date | string>

/** Arrays must be written as JSON text, because the driver would send them as PostgreSQL arrays. */
export type Json<T> = T extends readonly unknown[] ? ColumnType<T, string, string> : ColumnType<T, T | string, T | string>

/** PostgreSQL fills the column. Kysely's `Generated` doesn't support the types above. */
export type Defaulted<T> = [T] extends [ColumnType<infer S, infer I, infer U>]
  ? ColumnType<S, I | undefined, U>
  : ColumnType<T, T | undefined, T>

/** Without the shapes by which the warning was matched to networks. */
export type StoredWarning = Pick<
  Warning,
  'id' | 'title' | 'text' | 'area' | 'severity' | 'link' | 'networks' | 'shownFrom' | 'startsAt' | 'endsAt'
>
/** `version` is the version that the feed shows. */
export type StoredMessage = MessageHead & { version: string; warnings: StoredWarning[] }

/** For columns with a check constraint, the type comes from the database instead. */
export const COLUMN_TYPES: Readonly<Record<string, string>> = {
  'actions.notes': 'Note[]',
  'actions.photos': 'NotedPhoto[]',
  'actions.place': 'Position',
  'api_keys.scopes': 'KeyScope[]',
  'audit_log.details': 'Record<string, unknown>',
  'commands.answer': 'Answer',
  'commands.kind': 'Kind',
  'commands.patch': 'Record<string, unknown>',
  'email_fan_outs.details': 'Record<string, string>',
  'emails.details': 'Record<string, string>',
  'history.changes': 'FieldChanges',
  'history.kind': 'Kind',
  'lasting_changes.details': 'Record<string, unknown>',
  'letters.details': 'Record<string, string>',
  'maintenance_runs.details': 'Record<string, unknown>',
  'photos.boxes': 'BlurBox[]',
  'points.confirmed': 'PostEntry',
  'points.entered_by': 'string[]',
  'points.photos': 'NotedPhoto[]',
  'points.place': 'Position',
  'points.replaces': 'Replaced',
  'points.sent_back': "NonNullable<Point['sentBack']>",
  'push_fan_outs.news': 'StatusNews',
  'push_messages.was': 'Record<string, FollowedState>',
  'reports.photos': 'NotedPhoto[]',
  'reports.place': 'Position',
  'reports.reason': 'DeclineReason',
  'restores.ended': 'Record<string, number>',
  'status_proposals.closures': 'Closure[]',
  'status_proposals.networks': "StatusProposal['networks']",
  'status_proposals.trails': "StatusProposal['trails']",
  'trail_lines.line': 'ChangedLine',
  'trail_updates.closures': 'Closure[]',
  'trail_updates.networks': "TrailUpdate['networks']",
  'trail_updates.outcome': "NonNullable<TrailUpdate['outcome']>",
  'trail_updates.posted': "NonNullable<TrailUpdate['posted']>",
  'trail_updates.trails': "TrailUpdate['trails']",
  'warning_feeds.messages': 'Record<string, StoredMessage>',
  'warning_feeds.warnings': 'StoredWarning[]',
  'webhooks.events': 'WebhookEvent[]',
  'work_days.crew': 'string[]',
  'work_days.jobs': 'WorkDayJob[]',
  'work_days.results': 'JobResult[]',
}

export const TYPE_SOURCES: Readonly<Record<string, readonly string[]>> = {
  '@trailwarden/api': ['Answer', 'Kind', 'WebhookEvent'],
  '@trailwarden/domain': [
    'BlurBox',
    'Closure',
    'FieldChanges',
    'FollowedState',
    'KeyScope',
    'Note',
    'NotedPhoto',
    'Position',
    'StatusNews',
    'TrailUpdate',
  ],
  '@trailwarden/domain/point/point-kind': ['Point', 'PostEntry', 'Replaced'],
  '@trailwarden/domain/report/report-kind': ['DeclineReason'],
  '@trailwarden/domain/trail-line/trail-line-kind': ['ChangedLine'],
  '@trailwarden/domain/trail-status/proposal/status-proposal-kind': ['StatusProposal'],
  '@trailwarden/domain/work-day/work-day-kind': ['JobResult', 'WorkDayJob'],
}

/** Columns without a default value that a trigger fills if an insert leaves them out. */
export const SET_BY_TRIGGER: readonly string[] = ['trail_updates.closures', 'trail_updates.order_number', 'trail_updates.trails']
