// Native exceptions for Z3's WebAssembly module, made when it is loaded.
//
// The module was compiled for engines without exceptions: every call that might throw goes out to JavaScript
// (`invoke_*`), which calls back into the module inside a `try`. Here a small module with the same functions is
// assembled, in which the call and the `try` are WebAssembly, so that nothing crosses into JavaScript unless something
// is thrown:
//
//   (func $invoke_iii (param $f i32) (param i32 i32) (result i32) (local $sp i32)
//     (local.set $sp (call_indirect $helpers stack_get_current))
//     (try (result i32)
//       (do (call_indirect $functions (local.get 1) (local.get 2) (local.get $f)))
//       (catch $thrown (call_indirect $helpers stack_restore (local.get $sp))
//                      (call_indirect $helpers setThrew (i32.const 1) (i32.const 0)) (i32.const 0))))
//
// The functions that throw (`__cxa_throw` and two more) let JavaScript do the bookkeeping and then throw `$thrown`.
// Z3's own table of functions exists only after Z3 was instantiated, which needs this module first: so this one has a
// table of its own, into which a third module copies Z3's.

/** A value type in the names that the compiler gives to `invoke_*`: the result first, `v` for none. */
const valueTypes: Readonly<Record<string, number>> = { i: 0x7f, j: 0x7e, f: 0x7d, d: 0x7c };

const zeros: Readonly<Record<string, readonly number[]>> = {
  v: [],
  i: [0x41, 0],
  j: [0x42, 0],
  f: [0x43, 0, 0, 0, 0],
  d: [0x44, 0, 0, 0, 0, 0, 0, 0, 0],
};

const functionRef = 0x70;
const magic = [0, 0x61, 0x73, 0x6d, 1, 0, 0, 0];

/** The opcodes that are used. */
const op = {
  try: 0x06,
  catch: 0x07,
  throw: 0x08,
  end: 0x0b,
  call: 0x10,
  callIndirect: 0x11,
  localGet: 0x20,
  localSet: 0x21,
  i32Const: 0x41,
  prefix: 0xfc,
  tableCopy: 14,
  tableSize: 16,
} as const;

/** An unsigned number in LEB128. */
function unsigned(value: number): number[] {
  const bytes: number[] = [];
  let rest = value;
  do {
    const low = rest & 0x7f;
    rest >>>= 7;
    bytes.push(rest === 0 ? low : low | 0x80);
  } while (rest !== 0);
  return bytes;
}

function vector(items: readonly (readonly number[])[]): number[] {
  return [...unsigned(items.length), ...items.flat()];
}

function text(value: string): number[] {
  const bytes = new TextEncoder().encode(value);
  return [...unsigned(bytes.length), ...bytes];
}

function section(id: number, content: readonly number[]): number[] {
  return [id, ...unsigned(content.length), ...content];
}

function functionType(params: string, result: string): number[] {
  const types = [...params].map((letter) => [valueTypes[letter] ?? 0]);
  return [0x60, ...vector(types), ...vector(result === 'v' ? [] : [[valueTypes[result] ?? 0]])];
}

/** The functions of Z3 that this module calls, in the order of its table `helpers`. */
export const helperNames = ['emscripten_stack_get_current', '_emscripten_stack_restore', 'setThrew'] as const;

/** The functions that throw, with the parameters they have. */
export const throwers = { __cxa_throw: 'iii', __cxa_rethrow: '', __resumeException: 'i' } as const;

/** Whether the names are all of the form that can be replaced. */
export function areReplaceable(names: readonly string[]): boolean {
  return names.every((name) => /^invoke_[vijfd][ijfd]*$/.test(name));
}

/** The module that exports each of `names` (`invoke_...`) and the throwers, importing the throwers' bookkeeping from `env`. */
export function exceptionModule(names: readonly string[]): Uint8Array<ArrayBuffer> {
  const types: number[][] = [];
  const typeIndex = new Map<string, number>();
  const type = (params: string, result: string): number[] => {
    const key = `${params}:${result}`;
    let index = typeIndex.get(key);
    if (index === undefined) {
      index = types.length;
      types.push(functionType(params, result));
      typeIndex.set(key, index);
    }
    return unsigned(index);
  };
  const imports = Object.entries(throwers).map(([name, params]) => [
    ...text('env'),
    ...text(name),
    0,
    ...type(params, 'v'),
  ]);
  const functions: number[][] = [];
  const bodies: number[][] = [];
  const exported: number[][] = [];
  const define = (name: string, params: string, result: string, locals: readonly number[], code: readonly number[]) => {
    exported.push([...text(name), 0, ...unsigned(imports.length + functions.length)]);
    functions.push(type(params, result));
    const body = [...locals, ...code, op.end];
    bodies.push([...unsigned(body.length), ...body]);
  };
  const helper = (index: number, params: string, result: string) => [
    op.i32Const,
    index,
    op.callIndirect,
    ...type(params, result),
    1,
  ];

  for (const name of names) {
    const signature = name.slice('invoke_'.length);
    const result = signature.charAt(0);
    const params = signature.slice(1);
    const stackPointer = unsigned(1 + params.length);
    define(
      name,
      `i${params}`,
      result,
      [1, 1, valueTypes.i ?? 0],
      [
        ...helper(0, '', 'i'),
        op.localSet,
        ...stackPointer,
        op.try,
        result === 'v' ? 0x40 : (valueTypes[result] ?? 0),
        ...[...params].flatMap((_, i) => [op.localGet, ...unsigned(i + 1)]),
        op.localGet,
        0,
        op.callIndirect,
        ...type(params, result),
        0,
        op.catch,
        0,
        op.localGet,
        ...stackPointer,
        ...helper(1, 'i', 'v'),
        op.i32Const,
        1,
        op.i32Const,
        0,
        ...helper(2, 'ii', 'v'),
        ...(zeros[result] ?? []),
        op.end,
      ],
    );
  }
  for (const [i, [name, params]] of Object.entries(throwers).entries()) {
    const args = [...params].flatMap((_, k) => [op.localGet, k]);
    define(name, params, 'v', [0], [...args, op.call, i, op.throw, 0]);
  }
  exported.push([...text('functions'), 1, 0], [...text('helpers'), 1, 1]);
  const tag = [0, ...type('', 'v')];
  return new Uint8Array([
    ...magic,
    ...section(1, vector(types)),
    ...section(2, vector(imports)),
    ...section(3, vector(functions)),
    ...section(
      4,
      vector([
        [functionRef, 0, 0],
        [functionRef, 0, helperNames.length],
      ]),
    ),
    ...section(13, vector([tag])),
    ...section(7, vector(exported)),
    ...section(10, vector(bodies)),
  ]);
}

/** The module whose `copy` copies the whole table `from` into the table `to`, which is at least as long. */
export function copyModule(): Uint8Array<ArrayBuffer> {
  const table = (name: string) => [...text('env'), ...text(name), 1, functionRef, 0, 0];
  const zero = [op.i32Const, 0];
  const body = [0, ...zero, ...zero, op.prefix, op.tableSize, 1, op.prefix, op.tableCopy, 0, 1, op.end];
  return new Uint8Array([
    ...magic,
    ...section(1, vector([functionType('', 'v')])),
    ...section(2, vector([table('to'), table('from')])),
    ...section(3, vector([[0]])),
    ...section(7, vector([[...text('copy'), 0, 0]])),
    ...section(10, vector([[...unsigned(body.length), ...body]])),
  ]);
}
