extension ConsolePages {
  /// The style sheet of the console, with rules for light and dark mode, phones and print.
  static let style = #"""
    /* One accent, two grounds, a system font; what machines write is monospaced. */
    :root {
      color-scheme: light dark;
      --ground: #f7f8f9; --surface: #ffffff; --sunken: #eff1f4; --line: #dde1e6; --edge: #7d8793;
      --text: #1b2026; --muted: #566070; --accent: #2d55c7; --on-accent: #ffffff; --soft: #e6ecfb;
      --ok: #176b3c; --bad: #b0261c; --bad-soft: #fdeceb; --warn: #7f5200; --warn-soft: #fdf3df;
      --data: ui-monospace, "SF Mono", "Cascadia Mono", Menlo, Consolas, "DejaVu Sans Mono", monospace;
      --shadow: 0 1px 2px #1b202614, 0 2px 8px #1b20260a;
      font: 1rem/1.5 system-ui, -apple-system, "Segoe UI", Roboto, "Noto Sans", "Liberation Sans", sans-serif;
    }
    @media (prefers-color-scheme: dark) {
      :root {
        --ground: #14171b; --surface: #1b1f25; --sunken: #23282f; --line: #323943; --edge: #78828f;
        --text: #e7eaee; --muted: #a3adba; --accent: #94b2ff; --on-accent: #101a33; --soft: #243152;
        --ok: #6fcf97; --bad: #ff9a90; --bad-soft: #40211f; --warn: #f0c26a; --warn-soft: #3a2f18;
        --shadow: none;
      }
    }
    [hidden] { display: none !important; }
    *, ::before, ::after { box-sizing: border-box; }
    body { margin: 0; min-height: 100vh; display: grid; grid-template-columns: 13.5rem minmax(0, 1fr); background: var(--ground); color: var(--text); font-size: .9375rem; }
    a { color: var(--accent); text-underline-offset: .15em; }
    :focus-visible { outline: 2px solid var(--accent); outline-offset: 2px; border-radius: 4px; }
    h1:focus, h2:focus, main:focus { outline: none; }
    h1, h2, h3, h4 { line-height: 1.25; margin: 0; font-weight: 650; }
    h1 { font-size: 1.5rem; letter-spacing: -.01em; } h2 { font-size: 1.0625rem; } h3 { font-size: .9375rem; margin-top: 1.25rem; } h4 { font-size: .875rem; margin-top: 1rem; }
    p { margin: .5rem 0; } .view > p { margin: 0; } h2 + :not(.field), .head + .panel, .actions + .filters { margin-top: .625rem; } section > h2 { margin-bottom: .5rem; }
    .unseen { position: absolute; width: 1px; height: 1px; overflow: hidden; clip-path: inset(50%); white-space: nowrap; }
    .skip { position: absolute; left: .5rem; top: -4rem; padding: .5rem 1rem; background: var(--accent); color: var(--on-accent); border-radius: 6px; z-index: 9; }
    .skip:focus { top: .5rem; }
    .muted, .hint { color: var(--muted); } .hint { font-size: .8125rem; } .lead { font-size: 1rem; }
    .ok { color: var(--ok); } .bad { color: var(--bad); } .warn { color: var(--warn); }
    mark { background: var(--warn-soft); color: var(--warn); text-decoration: underline; }
    bdi { unicode-bidi: isolate; overflow-wrap: anywhere; }
    code, pre, kbd, .rows, textarea, .lines { font-family: var(--data); font-size: .8125rem; }
    kbd { border: 1px solid var(--line); border-bottom-width: 2px; border-radius: 4px; padding: .05rem .4rem; background: var(--sunken); }
    pre { margin: .5rem 0; padding: .75rem .875rem; background: var(--sunken); border-radius: 6px; overflow: auto; max-height: 32rem; white-space: pre-wrap; tab-size: 2; }
    .read-only .changes { display: none; }

    /* Navigation */
    .side { position: sticky; top: 0; height: 100vh; overflow-y: auto; padding: 1.25rem .75rem; border-right: 1px solid var(--line); background: var(--surface); display: flex; flex-direction: column; gap: 1rem; }
    .brand { margin: 0; padding: 0 .625rem; font-weight: 700; font-size: 1.0625rem; letter-spacing: -.01em; }
    .brand a { color: inherit; text-decoration: none; }
    .side ul { list-style: none; margin: 0; padding: 0; display: grid; gap: 1px; }
    .side nav { flex: 1; }
    .side nav a { display: block; padding: .4rem .625rem; border-radius: 6px; color: var(--text); text-decoration: none; white-space: nowrap; }
    .side nav a:hover { background: var(--sunken); }
    .side nav a[aria-current] { background: var(--soft); color: var(--accent); font-weight: 600; }
    .switch { display: grid; gap: .25rem; padding: 0 .625rem; }
    .switch label { font-size: .8125rem; color: var(--muted); }
    main { padding: 1.5rem 2rem 3rem; min-width: 0; }
    .view { display: flex; flex-direction: column; gap: .875rem; }
    .head { display: flex; flex-wrap: wrap; gap: .5rem 1rem; align-items: center; justify-content: space-between; }
    .head > :first-child { flex: 1 1 auto; min-width: 0; }
    .actions { display: flex; flex-wrap: wrap; gap: .5rem; align-items: center; margin: 0; }

    /* Controls */
    button, .button, input, select, textarea { font: inherit; color: inherit; border: 1px solid var(--edge); border-radius: 6px; background: var(--surface); padding: .3rem .625rem; min-height: 2.125rem; }
    button, .button { cursor: pointer; border-color: var(--line); background: var(--surface); text-decoration: none; color: var(--text); display: inline-flex; align-items: center; box-shadow: var(--shadow); white-space: nowrap; flex-shrink: 0; }
    button:hover, .button:hover { border-color: var(--edge); }
    button[aria-pressed=true] { background: var(--soft); color: var(--accent); border-color: var(--accent); }
    button:disabled { color: var(--muted); cursor: default; box-shadow: none; }
    .primary { background: var(--accent); color: var(--on-accent); border-color: var(--accent); }
    .primary:disabled { background: var(--sunken); border-color: var(--line); }
    .danger { color: var(--bad); border-color: var(--bad); }
    .quiet { border-color: transparent; background: none; box-shadow: none; color: var(--muted); justify-content: start; }
    .small { min-height: 1.75rem; padding: .05rem .5rem; font: .8125rem/1.4 system-ui, sans-serif; box-shadow: none; }
    textarea { width: 100%; resize: vertical; line-height: 1.5; font-family: var(--data); font-size: .8125rem; }
    input[type=checkbox], input[type=radio] { min-height: 0; width: 1rem; height: 1rem; accent-color: var(--accent); margin: 0; }
    input[aria-invalid=true], textarea[aria-invalid=true] { border-color: var(--bad); }
    .field { display: grid; gap: .2rem; align-content: start; min-width: 0; }
    .field > label { font-size: .8125rem; color: var(--muted); }
    .check { display: flex; gap: .5rem; align-items: center; } .check > label { font-size: inherit; color: inherit; }
    .filters { display: flex; flex-wrap: wrap; gap: .625rem .875rem; align-items: start; } .filters > button, .filters > .check, .filters > p { margin-top: 1.45rem; }
    .filters .field:first-child { flex: 1 1 14rem; max-width: 30rem; } .filters .check { min-height: 2.125rem; }
    input, select { max-width: 100%; } .panel .field > input:not([type=checkbox]), .panel .field > select, .filters .field > input:not([type=checkbox]), .filters .field > select { width: 100%; }
    form > .field + .field { margin-top: .625rem; } .panel > .field + .field, .filters > .field + .field { margin-top: 0; } .filters > .field.check { margin-top: 1.45rem; }
    .panel { display: grid; gap: .75rem; padding: 1rem; border: 1px solid var(--line); border-radius: 8px; background: var(--surface); margin: 0; }
    .panel.grid { grid-template-columns: repeat(auto-fill, minmax(13rem, 1fr)); } .panel.grid > .wide { grid-column: 1 / -1; }
    .notice { padding: .625rem .875rem; border-radius: 6px; background: var(--sunken); display: flex; gap: 1rem; justify-content: space-between; align-items: start; }
    .notice p { margin: 0; } .notice.bad { background: var(--bad-soft); } .notice.ok { background: var(--soft); color: var(--text); }
    dialog { border: 1px solid var(--line); border-radius: 10px; padding: 1.25rem 1.5rem; background: var(--surface); color: var(--text); width: min(34rem, calc(100vw - 2rem)); max-height: calc(100vh - 4rem); box-shadow: 0 8px 40px #0005; }
    dialog::backdrop { background: #0b0e1266; }
    dialog .actions { justify-content: end; margin-top: 1rem; }

    /* Start, and other cards */
    .figures { list-style: none; margin: 0; padding: 0; display: grid; grid-template-columns: repeat(auto-fit, minmax(9rem, 1fr)); gap: .75rem; }
    .figures a, .figure { display: block; padding: .75rem 1rem; border: 1px solid var(--line); border-radius: 8px; background: var(--surface); color: var(--text); text-decoration: none; box-shadow: var(--shadow); height: 100%; }
    .figures a:hover { border-color: var(--accent); } .figures strong { display: block; font-size: 1.25rem; font-variant-numeric: tabular-nums; } .figures span { color: var(--muted); font-size: .8125rem; }
    .figures .warn strong { color: var(--warn); }
    .cards { display: grid; grid-template-columns: repeat(auto-fill, minmax(min(27rem, 100%), 1fr)); gap: 1rem; }
    .card { padding: 1rem 1.25rem; border: 1px solid var(--line); border-radius: 8px; background: var(--surface); box-shadow: var(--shadow); min-width: 0; }
    .card .links { display: flex; gap: 1rem; margin: .75rem 0 0; }
    .facts { display: grid; grid-template-columns: minmax(6rem, auto) minmax(0, 1fr); gap: .3rem 1rem; margin: .75rem 0; align-items: baseline; }
    .facts dt { color: var(--muted); font-size: .8125rem; overflow-wrap: anywhere; } .facts dd { margin: 0; min-width: 0; overflow-wrap: anywhere; }
    .stacked { grid-template-columns: minmax(0, 1fr); gap: 0; } .stacked dd { display: flex; gap: .75rem; align-items: center; justify-content: space-between; margin: 0 0 .5rem; }
    .facts dt code { font-size: .75rem; }
    details > summary { cursor: pointer; color: var(--muted); padding: .2rem 0; } details[open] > summary { color: var(--text); }

    /* Lists of rows, windowed */
    .panes { display: grid; grid-template-columns: minmax(0, 1fr); gap: 1.25rem; height: max(24rem, calc(100vh - 15rem)); }
    .panes.open { grid-template-columns: minmax(0, 1fr) minmax(0, 1.1fr); }
    .panes:not(.open) > .detail { display: none; }
    .list { display: flex; flex-direction: column; min-height: 0; border: 1px solid var(--line); border-radius: 8px; overflow: hidden; background: var(--surface); }
    .rows { --row: 36; flex: 1; overflow: auto; position: relative; contain: strict; min-height: 8rem; overflow-anchor: none; }
    .rows:focus-visible { outline-offset: -2px; }
    .canvas { position: relative; min-width: 100%; }
    .row { position: absolute; inset: 0 0 auto 0; display: grid; gap: .75rem; align-items: center; padding: 0 .875rem; border-bottom: 1px solid var(--line); cursor: pointer; white-space: nowrap; }
    .row > * { overflow: hidden; text-overflow: ellipsis; min-width: 0; }
    .row:hover { background: var(--sunken); } .rows:focus-visible .row.active { box-shadow: inset 3px 0 var(--accent); background: var(--sunken); }
    .row[aria-selected=true] { background: var(--soft); } .row[aria-checked=true] .number::before { content: "✓ "; color: var(--accent); font-weight: 700; }
    .row small { font: .75rem system-ui, sans-serif; color: var(--muted); }
    .columns { display: grid; gap: .75rem; padding: .35rem .875rem; border-bottom: 1px solid var(--line); background: var(--sunken); color: var(--muted); font-size: .8125rem; }
    .columns > span { overflow: hidden; text-overflow: ellipsis; white-space: nowrap; }
    .request { grid-template-columns: 3.25rem 4rem minmax(8rem, 1fr) 3rem 4.5rem 6.5rem; }
    .panes.open .request { grid-template-columns: 3.25rem 4rem minmax(6rem, 1fr) 3rem; } .panes.open .request > :nth-child(n + 5) { display: none; }
    .row .number, .row .time, .row .effect { color: var(--muted); } .row .method { font-weight: 600; }
    .detail { overflow: auto; min-height: 0; padding: .125rem .25rem 1rem .25rem; } .detail h2 { font-family: var(--data); font-size: .9375rem; overflow-wrap: anywhere; }
    .detail img { max-width: 100%; max-height: 24rem; background: repeating-conic-gradient(var(--sunken) 0 25%, transparent 0 50%) 0 / 1rem 1rem; }
    .why { border-left: 3px solid var(--warn); padding: .125rem 0 .25rem 1rem; margin: 1rem 0; } .why h3 { margin-top: 0; }
    .lines { background: var(--sunken); border-radius: 6px; padding: .75rem .75rem .75rem 2.75rem; overflow: auto; }
    .live { color: var(--muted); display: inline-flex; gap: .4rem; align-items: center; font-size: .8125rem; } .light { width: .55rem; height: .55rem; border-radius: 50%; background: var(--edge); } .light.on { background: var(--ok); }

    /* Tables */
    .scroll { overflow: auto; }
    table { border-collapse: collapse; width: 100%; font-size: .875rem; } caption { text-align: start; color: var(--muted); padding: .25rem 0; }
    th, td { text-align: start; padding: .4rem .75rem .4rem 0; border-bottom: 1px solid var(--line); vertical-align: top; overflow-wrap: anywhere; }
    thead th { color: var(--muted); font-weight: 600; font-size: .8125rem; white-space: nowrap; }
    .matrix tbody th { min-width: 10rem; } .matrix td { min-width: 7rem; }
    .plain th { font: 600 .8125rem var(--data); width: 12rem; } .plain td { font: .8125rem var(--data); }
    .cells { grid-auto-flow: column; grid-auto-columns: minmax(0, 1fr); } .panes.open .cells > :nth-child(n + 4) { display: none; }
    .table { display: flex; flex-direction: column; gap: .75rem; min-width: 0; } .table > p { margin: 0; } .detail .card, .detail .notice { margin: .75rem 0; }
    .table .panes { height: max(22rem, calc(100vh - 20rem)); } .tables summary { font-size: .8125rem; margin-top: .25rem; } .menu a { min-width: 0; }
    .detail > .head { margin-bottom: .625rem; } figure { margin: 0; }
    .split { display: grid; grid-template-columns: 14rem minmax(0, 1fr); gap: 1.5rem; align-items: start; }
    .menu { list-style: none; margin: 0; padding: 0; } .menu h2 { font-size: .8125rem; color: var(--muted); margin: .75rem 0 .25rem; }
    .menu a { display: flex; justify-content: space-between; gap: .5rem; padding: .3rem .625rem; border-radius: 6px; text-decoration: none; color: var(--text); overflow-wrap: anywhere; }
    .menu a:hover { background: var(--sunken); } .menu a[aria-current] { background: var(--soft); color: var(--accent); font-weight: 600; } .menu a > small { white-space: nowrap; } .menu small { color: var(--muted); font-variant-numeric: tabular-nums; }
    .clock { font: 650 2rem/1.2 var(--data); font-variant-numeric: tabular-nums; margin: 0; }
    .push { max-width: 22rem; padding: .75rem 1rem; border-radius: 16px; background: var(--sunken); border: 1px solid var(--line); box-shadow: 0 4px 16px #0002; } .push strong { display: block; }
    iframe { width: 100%; height: 24rem; border: 1px solid var(--line); border-radius: 6px; background: #fff; }
    [role=region] > details { margin-top: .375rem; }
    .panes-even { display: grid; grid-template-columns: repeat(auto-fit, minmax(min(20rem, 100%), 1fr)); gap: 1rem; }
    svg.graph { width: 100%; height: 32rem; border: 1px solid var(--line); border-radius: 8px; background: var(--surface); } .graph text { font: .75rem var(--data); fill: var(--text); } .graph line { stroke: var(--edge); } .graph circle { fill: var(--accent); } .graph a:focus-visible circle { stroke: var(--text); stroke-width: 3; }

    @media (max-width: 60rem) {
      .view:has(.panes.open) > :is(.filters, p) { display: none; }
      .panes.open { grid-template-columns: minmax(0, 1fr); height: auto; } .panes.open > .list { display: none; }
      .split { grid-template-columns: minmax(0, 1fr); } .split > nav { max-height: 13rem; overflow: auto; border-bottom: 1px solid var(--line); }
    }
    @media (max-width: 48rem) {
      body { grid-template-columns: minmax(0, 1fr); grid-template-rows: auto 1fr; }
      .side { position: static; height: auto; border-right: 0; border-bottom: 1px solid var(--line); padding: .625rem 1rem; display: grid; grid-template-columns: 1fr auto; gap: .375rem .75rem; align-items: center; }
      .brand { padding: 0; } #shortcuts { display: none; }
      .switch { display: flex; align-items: center; padding: 0; } .switch label { position: absolute; clip-path: inset(50%); }
      .side nav { grid-column: 1 / -1; overflow-x: auto; min-width: 0; margin: 0 -1rem; padding: 2px 1rem; scrollbar-width: thin; } .side ul { display: flex; } .side nav a { min-height: 2.5rem; display: flex; align-items: center; }
      main { padding: 1rem 1rem 3rem; }
      .panes { height: calc(100vh - 12rem); } .rows { --row: 56; } .columns.request { display: none; }
      .row.request { grid-template-columns: minmax(0, 1fr) auto; gap: 0 .5rem; align-content: center; } .row.request > :nth-child(1), .row.request > :nth-child(5), .row.request > :nth-child(6) { display: none; }
      .cells > :nth-child(n + 4) { display: none; } .row.request .method { order: 1; } .row.request .status { order: 2; } .row.request .path { order: 3; grid-column: 1 / -1; }
      .filters > .field.check { margin-top: 0; flex-basis: 100%; }
      .facts { grid-template-columns: minmax(0, 1fr); gap: 0; } .facts dd { margin-bottom: .5rem; }
      button, .button, input, select { min-height: 2.5rem; } .small { min-height: 2rem; }
    }
    @media (prefers-reduced-motion: no-preference) { button, .button, .figures a, .side nav a { transition: background-color .12s, border-color .12s; } }
    @media (forced-colors: active) { .row[aria-selected=true], [aria-current] { outline: 2px solid; outline-offset: -2px; } }
    @media print {
      body { display: block; background: #fff; color: #000; } .side, .actions, .filters, button, .skip, .list { display: none !important; }
      .panes { display: block; height: auto; } pre { max-height: none; } main { padding: 0; }
    }

    """#
}
