export * from './decision.ts'
export * from './person.ts'
export * from './trail-reference-geometry.ts'
export * from './trail-status.ts'
