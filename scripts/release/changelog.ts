export interface Commit {
  hash: string
  subject: string
  body: string
}

/** What a release brings, from Conventional Commits. */
export interface Changes {
  /** What an operator has to do, from footers `Operator-Action: …`. */
  actions: string[]
  breaking: string[]
  /** Lines by heading. */
  groups: { heading: string; lines: string[] }[]
}

const HEADINGS: Readonly<Record<string, string>> = { feat: 'New', fix: 'Fixed', perf: 'Faster' }
const SUBJECT = /^(\w+)(?:\(([^)]+)\))?(!)?: (.+)$/
/** A footer, with the lines that continue it. */
const ACTION = /^Operator-Action: (.+(?:\n[ \t]+\S.*)*)/gm
const BREAKING = /^BREAKING[ -]CHANGE: (.+(?:\n[ \t]+\S.*)*)/gm

const oneLine = (text: string): string => text.replaceAll(/\s*\n\s*/g, ' ').trim()
const footers = (pattern: RegExp, { body }: Commit): string[] =>
  [...body.matchAll(pattern)].map(([, text = '']) => oneLine(text))

/** Groups commits, the newest first. Other types, such as refactor and test, concern no operator. */
export function changesOf(commits: readonly Commit[]): Changes {
  const lines = new Map<string, string[]>(Object.values(HEADINGS).map((heading) => [heading, []]))
  const breaking: string[] = []
  for (const commit of commits) {
    const [, type = '', scope, mark, text = ''] = SUBJECT.exec(commit.subject) ?? []
    const line = `${scope ? `**${scope}**: ` : ''}${text} (${commit.hash})`
    lines.get(HEADINGS[type] ?? '')?.push(line)
    const footer = footers(BREAKING, commit)
    breaking.push(
      ...(mark && footer.length === 0 ? [line] : footer.map((words) => `${words} (${commit.hash})`)),
    )
  }
  return {
    actions: commits.flatMap((commit) => footers(ACTION, commit)),
    breaking,
    groups: [...lines].flatMap(([heading, own]) => (own.length > 0 ? [{ heading, lines: own }] : [])),
  }
}

const TITLE = '# Changelog'
const list = (lines: readonly string[]): string => lines.map((line) => `- ${line}`).join('\n')

/** The changelog with another release at the top. */
export function withRelease(
  before: string,
  {
    version,
    day,
    changes: { actions, breaking, groups },
  }: { version: string; day: string; changes: Changes },
): string {
  const parts = [
    `## ${version}, ${day}`,
    `### Operator actions\n\n${actions.length > 0 ? list(actions) : 'None besides the upgrade itself.'}`,
    ...(breaking.length > 0 ? [`### Breaking changes\n\n${list(breaking)}`] : []),
    ...groups.map(({ heading, lines }) => `### ${heading}\n\n${list(lines)}`),
  ]
  const rest = before.replace(TITLE, '').trim()
  return `${[TITLE, ...parts, ...(rest ? [rest] : [])].join('\n\n')}\n`
}
