export * from './account.ts'
export * from './decision.ts'
export * from './person.ts'
export * from './trail-status.ts'
