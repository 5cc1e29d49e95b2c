/** The version as people read it out (SHELL-06): 2.9.0 is shown as 2.09. The version itself stands in the package.json of the repository alone. */
export function versionLabel(version: string): string {
  const [, major = '', minor = ''] = /^(0|[1-9]\d*)\.(0|[1-9]\d?)\.(0|[1-9]\d*)$/.exec(version) ?? []
  if (!major) throw new Error(`${version} is not a version such as 2.9.0, with a minor number below 100`)
  return `${major}.${minor.padStart(2, '0')}`
}
