/** Data as it is, for whoever wants to see it; scrolls by keyboard too. */
export const Json = ({ value, label }: { value: unknown; label: string }) => (
  <pre
    tabIndex={0}
    aria-label={label}
    className="txt-compact-small bg-ui-bg-subtle focus-visible:shadow-borders-focus m-0 max-h-96 overflow-auto px-6 py-4 font-mono outline-none"
  >
    {JSON.stringify(value, null, 2)}
  </pre>
)
