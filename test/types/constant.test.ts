// Constants against values that go/constant computes: exact forms, short forms, and bits of the nearest floats.

import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { BinaryOp, LitKind } from '../../src/syntax/nodes.ts';
import {
  binaryOp,
  bitLen,
  compare,
  exactString,
  float32Val,
  float64Val,
  imag,
  int64Val,
  makeFloat64,
  makeFromLiteral,
  makeInt,
  makeRatio,
  makeString,
  makeUnknown,
  real,
  shift,
  sign,
  toComplex,
  toFloat,
  toInt,
  uint64Val,
  unaryOp,
  type Value,
  valueString,
} from '../../src/types/constant.ts';

const view = new DataView(new ArrayBuffer(8));

function bits64(f: number): string {
  view.setFloat64(0, f);
  return view.getBigUint64(0).toString(16);
}

function bits32(f: number): string {
  view.setFloat32(0, f);
  return view.getUint32(0).toString(16);
}

/** A literal by its looks. */
function lit(text: string): Value {
  let kind: LitKind = 'int';
  if (text.startsWith("'")) kind = 'char';
  else if (text.startsWith('"')) kind = 'string';
  else if (text.endsWith('i')) kind = 'imag';
  else if (text.startsWith('0x') ? /[.p]/i.test(text) : /[.e]/i.test(text)) kind = 'float';
  return makeFromLiteral(text, kind);
}

/** Long forms are compared by their last 24 characters. */
function abbreviated(text: string): string {
  return text.length <= 60 ? text : `…${text.slice(-24)}`;
}

const pi = '3.14159265358979323846264338327950288419716939937510582097494459';

// literal, exact form, short form, bits of the nearest float64 and float32
const literals: readonly (readonly [string, string, string, f64?: string, f32?: string])[] = [
  ['0', '0', '0', '0', '0'],
  ['7', '7', '7', '401c000000000000', '40e00000'],
  ['0x7fffffffffffffff', '9223372036854775807', '9223372036854775807', '43e0000000000000', '5f000000'],
  ['0xffff_ffff_ffff_ffff', '18446744073709551615', '18446744073709551615', '43f0000000000000', '5f800000'],
  ['0b1011', '11', '11', '4026000000000000', '41300000'],
  ['0o777', '511', '511', '407ff00000000000', '43ff8000'],
  ['0777', '511', '511', '407ff00000000000', '43ff8000'],
  ['0_600', '384', '384', '4078000000000000', '43c00000'],
  ['089', 'unknown', 'unknown'],
  ['9007199254740991', '9007199254740991', '9007199254740991', '433fffffffffffff', '5a000000'],
  ['9007199254740993', '9007199254740993', '9007199254740993', '4340000000000000', '5a000000'],
  [
    '123456789012345678901234567890',
    '123456789012345678901234567890',
    '123456789012345678901234567890',
    '45f8ee90ff6c373e',
    '6fc77488',
  ],
  ['0.', '0', '0', '0', '0'],
  ['.5', '1/2', '0.5', '3fe0000000000000', '3f000000'],
  ['1_0.2_5', '41/4', '10.25', '4024800000000000', '41240000'],
  [pi, '…000000000000000000000000', '3.14159', '400921fb54442d18', '40490fdb'],
  ['1e-10', '1/10000000000', '1e-10', '3ddb7cdfd9d7bdbb', '2edbe6ff'],
  ['6.02214076e23', '602214076000000000000000', '6.02214e+23', '44dfe185ca57c517', '66ff0c2e'],
  ['0.1', '1/10', '0.1', '3fb999999999999a', '3dcccccd'],
  ['0x1.8p1', '3', '3', '4008000000000000', '40400000'],
  ['0x.8p0', '1/2', '0.5', '3fe0000000000000', '3f000000'],
  // the largest float64, and what rounds to it or beyond it
  ['1.7976931348623157e308', '…000000000000000000000000', '1.79769e+308', '7fefffffffffffff', '7f800000'],
  ['1.7976931348623159e308', '…000000000000000000000000', '1.79769e+308', '7ff0000000000000', '7f800000'],
  ['0x1.fffffffffffffp1023', '…881250404026184124858368', '1.79769e+308', '7fefffffffffffff', '7f800000'],
  ['0x1.fffffffffffff8p1023', '…093042880177904174497792', '1.79769e+308', '7ff0000000000000', '7f800000'],
  // denormal numbers, and ties between them
  ['4.9e-324', '…000000000000000000000000', '4.94066e-324', '1', '0'],
  ['2.4703282292062327e-324', '…000000000000000000000000', '2.47033e-324', '0', '0'],
  ['2.4703282292062328e-324', '…000000000000000000000000', '4.94066e-324', '1', '0'],
  ['0x1p-1074', '…006263307707741093494784', '4.94066e-324', '1', '0'],
  ['0x1p-1075', '…012526615415482186989568', '2.47033e-324', '0', '0'],
  ['0x1.8p-1075', '…025053230830964373979136', '4.94066e-324', '1', '0'],
  ['0x1p-149', '1/713623846352979940529142984724747568191373312', '1.4013e-45', '36a0000000000000', '1'],
  ['0x1p-150', '1/1427247692705959881058285969449495136382746624', '7.00649e-46', '3690000000000000', '0'],
  ['0x1.8p-150', '3/2854495385411919762116571938898990272765493248', '1.05097e-45', '3698000000000000', '1'],
  ['0x1.fffffep127', '340282346638528859811704183484516925440', '3.40282e+38', '47efffffe0000000', '7f7fffff'],
  ['0x1.ffffffp127', '340282356779733661637539395458142568448', '3.40282e+38', '47effffff0000000', '7f800000'],
  // fractions end where their parts would have 4096 bits
  ['1e1232', '…000000000000000000000000', '1e+1232', '7ff0000000000000', '7f800000'],
  ['1e1233', '…d48010641420ee9076p+4096', '1e+1233', '7ff0000000000000', '7f800000'],
  ['1e-1233', '…000000000000000000000000', '1e-1233', '0', '0'],
  ['1e-1240', '…8412f14e58566fdf9ap-4119', '1e-1240', '0', '0'],
  ['0x1p4095', '0x.8p+4096', '5.22194e+1232', '7ff0000000000000', '7f800000'],
  ['0x1p-4095', '…121902354170201577095168', '1.915e-1233', '0', '0'],
  ['0x1p-4097', '0x.8p-4096', '4.78749e-1234', '0', '0'],
  ['0x1p10000', '0x.8p+10001', '1.99506e+3010', '7ff0000000000000', '7f800000'],
  ['1e5000', '…4f87703844a2663acp+16610', '1e+5000', '7ff0000000000000', '7f800000'],
  ['1.2345678e5000', '…463262f6d879d20d2p+16610', '1.23457e+5000', '7ff0000000000000', '7f800000'],
  ['9.9999999e99999', '…b3da88deca7d2512p+332193', '1e+100000', '7ff0000000000000', '7f800000'],
  ['1e1000000', '…8bebb792fd78cbap+3321929', '1e+1000000', '7ff0000000000000', '7f800000'],
  ['1e-1000000', '…ca1e48a3a04f5d9p-3321928', '1e-1000000', '0', '0'],
  // exponents end at 2^31
  ['1e646456992', '…26f8d3b4fe8dp+2147483644', '1e+646456992', '7ff0000000000000', '7f800000'],
  ['1e646456993', 'unknown', 'unknown'],
  ['1e-646456993', '…83ea8d34e275p-2147483647', '1e-646456993', '0', '0'],
  ['1e-646457000', '0', '0', '0', '0'],
  ['1e1000000000', 'unknown', 'unknown'],
  ['1e-1000000000', '0', '0', '0', '0'],
  ['1e99999999999', 'unknown', 'unknown'],
  // six digits, ties to even; more where an integer would appear
  ['123456.7', '1234567/10', '123456.7', '40fe240b33333333', '47f1205a'],
  ['1234567.8', '6172839/5', '1.23457e+06', '4132d687cccccccd', '4996b43e'],
  ['1234565.0', '1234565', '1.23456e+06', '4132d68500000000', '4996b428'],
  ['1234575.0', '1234575', '1.23458e+06', '4132d68f00000000', '4996b478'],
  ['100000.', '100000', '100000', '40f86a0000000000', '47c35000'],
  ['1000000.', '1000000', '1e+06', '412e848000000000', '49742400'],
  ['999999.5', '1999999/2', '999999.5', '412e847f00000000', '497423f8'],
  ['9999995.', '9999995', '1e+07', '416312cf60000000', '4b18967b'],
  ['0.0001', '1/10000', '0.0001', '3f1a36e2eb1c432d', '38d1b717'],
  ['0.00001', '1/100000', '1e-05', '3ee4f8b588e368f1', '3727c5ac'],
  ['0i', '(0 + 0i)', '(0 + 0i)'],
  ['1.5i', '(0 + 3/2i)', '(0 + 1.5i)'],
  ['0x10i', '(0 + 16i)', '(0 + 16i)'],
  ['0b11i', '(0 + 3i)', '(0 + 3i)'],
  ['0o17i', '(0 + 15i)', '(0 + 15i)'],
  ['0123i', '(0 + 123i)', '(0 + 123i)'],
  ['1e5000i', '…87703844a2663acp+16610i)', '(0 + 1e+5000i)'],
  ["'a'", '97', '97'],
  ["'\\n'", '10', '10'],
  ["'\\''", '39', '39'],
  ["'\\x41'", '65', '65'],
  ["'\\101'", '65', '65'],
  ["'\\400'", 'unknown', 'unknown'],
  ["'\\u00e9'", '233', '233'],
  ["'\\ud800'", 'unknown', 'unknown'],
  ["'\\U0001F600'", '128512', '128512'],
  ["'😀'", '128512', '128512'],
  ['"abc"', '"abc"', '"abc"'],
  ['"\\x00\\xff\\t\\"é\\u4e16"', '"\\x00\\xff\\t\\"é世"', '"\\x00\\xff\\t\\"é世"'],
  ['"\\ufeff\\u200b"', '"\\ufeff\\u200b"', '"\\ufeff\\u200b"'],
];

test.each(literals.map((row) => ({ text: row[0], row })))('literal $text', ({ row }) => {
  const [text, exact, short, f64, f32] = row;
  const x = lit(text);
  expect(abbreviated(exactString(x))).toBe(exact);
  expect(valueString(x)).toBe(short);
  if (f64 !== undefined) expect(bits64(float64Val(x)[0])).toBe(f64);
  if (f32 !== undefined) expect(bits32(float32Val(x)[0])).toBe(f32);
});

test('a long string is cut to 72 characters', () => {
  const text = valueString(makeString('x'.repeat(100)));
  expect(text).toBe(`"${'x'.repeat(68)}...`);
});

// left, operator, right, exact form of the result; `div` divides integers
const operations: readonly (readonly [string, BinaryOp | 'div', string, string])[] = [
  ['9007199254740991', '+', '2', '9007199254740993'],
  ['9007199254740993', '-', '2', '9007199254740991'],
  ['3037000500', '*', '3037000500', '9223372037000250000'],
  ['7', '/', '2', '7/2'],
  ['7', 'div', '2', '3'],
  ['18446744073709551615', 'div', '4294967296', '4294967295'],
  ['18446744073709551615', '%', '10', '5'],
  ['0xffffffffffffffff', '&', '0x8000000000000001', '9223372036854775809'],
  ['0x80000000', '|', '1', '2147483649'],
  ['0x100000000', '^', '1', '4294967297'],
  ['0xff', '&^', '0x0f', '240'],
  ['0.1', '+', '0.2', '3/10'],
  ['1', '/', '3.0', '1/3'],
  ['1e1000', '*', '1e1000', '…92c760800b8e55a5cf5c4ad31f78p+6644'],
  ['1e1000000', '/', '1e1000', '…c17abe46ca813f557fe42dd49d5p+3318607'],
  ['1e1000000', '/', '1e1000000', '0x.8p+1'],
  ['1e1000000', '-', '1e1000000', '0'],
  ['1e640000000', '*', '1e640000000', 'unknown'],
  ['1e-640000000', '*', '1e-640000000', '0'],
  ['2i', '*', '3i', '(-6 + 0i)'],
  ['1', '+', '2i', '(1 + 2i)'],
  ['1i', '/', '2', '(0 + 1/2i)'],
  ['"a"', '+', '"b"', '"ab"'],
  ['089', '+', '1', 'unknown'],
];

test.each(operations)('%s %s %s', (x, op, y, exact) => {
  const result = binaryOp(lit(x), op === 'div' ? '/' : op, lit(y), op === 'div');
  const text = exactString(result);
  expect(exact.startsWith('…') ? `…${text.slice(1 - exact.length)}` : text).toBe(exact);
});

test('an addend far below the last bit changes nothing', () => {
  const x = lit('1e1000000');
  expect(exactString(binaryOp(x, '+', lit('1')))).toBe(exactString(x));
  expect(exactString(binaryOp(x, '-', lit('1')))).toBe(exactString(x));
  expect(compare(binaryOp(x, '+', lit('1')), '==', x)).toBe(true);
});

describe('shifts', () => {
  test.each([
    ['1', '<<', 10, '1024'],
    ['1', '<<', 52, '4503599627370496'],
    ['1', '<<', 53, '9007199254740992'],
    ['1', '<<', 100, '1267650600228229401496703205376'],
    ['0', '<<', 100000, '0'],
    ['1023', '>>', 3, '127'],
    ['1', '>>', 5000, '0'],
    ['18446744073709551615', '>>', 63, '1'],
  ] as const)('%s %s %d', (x, op, s, exact) => {
    expect(exactString(shift(lit(x), op, s))).toBe(exact);
  });

  test('of negative numbers round down', () => {
    expect(exactString(shift(makeInt(-5), '>>', 1))).toBe('-3');
    expect(exactString(shift(makeInt(-1), '>>', 5000))).toBe('-1');
    expect(exactString(shift(makeInt(-(1n << 80n)), '>>', 79))).toBe('-2');
  });
});

describe('unary operators', () => {
  test.each([
    ['-', '0', 0, '0'],
    ['-', '9223372036854775808', 0, '-9223372036854775808'],
    ['-', '0.5', 0, '-1/2'],
    ['-', '1e5000', 0, '-0x.'],
    ['-', '2i', 0, '(0 + -2i)'],
    ['^', '0', 0, '-1'],
    ['^', '0', 8, '255'],
    ['^', '1', 64, '18446744073709551614'],
    ['^', '0xffffffffffffffffff', 0, '-4722366482869645213696'],
  ] as const)('%s%s with %d bits', (op, y, prec, exact) => {
    expect(exactString(unaryOp(op, lit(y), prec)).startsWith(exact)).toBe(true);
  });

  test('leave the unknown unknown', () => {
    expect(unaryOp('!', makeUnknown(), 0).kind).toBe('unknown');
  });
});

describe('comparison', () => {
  // In ascending order; neighbours differ in kind or representation.
  const ascending = [
    '0',
    '1e-1000000',
    '4.9e-324',
    '0.1',
    '1',
    '1.5',
    '2',
    '9007199254740993',
    '1e1232',
    '1e1233',
    '1e5000',
  ];

  test('orders numbers of all kinds', () => {
    for (let i = 0; i < ascending.length; i++) {
      for (let j = 0; j < ascending.length; j++) {
        const x = lit(ascending[i] as string);
        const y = lit(ascending[j] as string);
        expect(compare(x, '<', y)).toBe(i < j);
        expect(compare(x, '>=', y)).toBe(i >= j);
        expect(compare(x, '==', y)).toBe(i === j);
        expect(compare(unaryOp('-', x, 0), '>', unaryOp('-', y, 0))).toBe(i < j);
      }
    }
  });

  test('orders strings by bytes', () => {
    expect(compare(lit('"é"'), '>', lit('"z"'))).toBe(true);
    expect(compare(lit('"a"'), '<', lit('"aa"'))).toBe(true);
  });

  test('is false for the unknown', () => {
    expect(compare(makeUnknown(), '==', makeUnknown())).toBe(false);
  });
});

describe('conversions', () => {
  test('to int', () => {
    expect(exactString(toInt(lit('3.0')))).toBe('3');
    expect(toInt(lit('3.5')).kind).toBe('unknown');
    expect(exactString(toInt(binaryOp(lit('2i'), '*', lit('2i'))))).toBe('-4');
    expect(toInt(lit('1e1000000')).kind).toBe('unknown');
    expect(bitLen(toInt(lit('0x1p4000')))).toBe(4001);
  });

  test('to int forgives the last bits of a rounded float', () => {
    // 1/3 as a float times 3 is not 1, but near enough.
    const third = binaryOp(binaryOp(lit('0x1p5000'), '/', lit('3')), '/', lit('0x1p5000'));
    expect(exactString(toInt(binaryOp(third, '*', lit('3'))))).toBe('1');
  });

  test('to float and complex', () => {
    expect(toFloat(lit('1')).kind).toBe('float');
    expect(toFloat(lit('1i')).kind).toBe('unknown');
    expect(toFloat(makeString('1')).kind).toBe('unknown');
    const z = toComplex(lit('1.5'));
    expect(exactString(real(z))).toBe('3/2');
    expect(sign(imag(z))).toBe(0);
  });

  test('to 64 bits', () => {
    expect(int64Val(lit('9223372036854775807'))).toEqual([9223372036854775807n, true]);
    expect(int64Val(lit('9223372036854775808'))[1]).toBe(false);
    expect(uint64Val(lit('18446744073709551615'))).toEqual([18446744073709551615n, true]);
    expect(uint64Val(makeInt(-1))[1]).toBe(false);
  });
});

describe('properties', () => {
  const ints = fc.oneof(fc.maxSafeInteger().map(BigInt), fc.bigInt({ min: -(1n << 200n), max: 1n << 200n }));

  test('operations on ints are those of integers', () => {
    fc.assert(
      fc.property(ints, ints, (a, b) => {
        const x = makeInt(a);
        const y = makeInt(b);
        expect(exactString(binaryOp(x, '+', y))).toBe(String(a + b));
        expect(exactString(binaryOp(x, '-', y))).toBe(String(a - b));
        expect(exactString(binaryOp(x, '*', y))).toBe(String(a * b));
        expect(exactString(binaryOp(x, '&', y))).toBe(String(a & b));
        expect(exactString(binaryOp(x, '|', y))).toBe(String(a | b));
        expect(exactString(binaryOp(x, '^', y))).toBe(String(a ^ b));
        expect(exactString(binaryOp(x, '&^', y))).toBe(String(a & ~b));
        expect(compare(x, '<', y)).toBe(a < b);
        if (b === 0n) return;
        expect(exactString(binaryOp(x, '/', y, true))).toBe(String(a / b));
        expect(exactString(binaryOp(x, '%', y))).toBe(String(a % b));
      }),
    );
  });

  test('every float64 is exact, and comes back', () => {
    fc.assert(
      fc.property(fc.double({ noNaN: true, noDefaultInfinity: true }), (f) => {
        expect(float64Val(makeFloat64(f))).toEqual([f + 0, true]);
      }),
    );
  });

  test('every float32 is the nearest to itself, and to a number close by', () => {
    fc.assert(
      fc.property(fc.float({ noNaN: true, noDefaultInfinity: true }), (f) => {
        expect(float32Val(makeFloat64(f))).toEqual([f + 0, true]);
        const nudged = binaryOp(makeFloat64(f), '+', makeRatio(1n, 1n << 400n));
        expect(float32Val(nudged)[0]).toBe(f + 0);
      }),
    );
  });

  test('decimal literals are read as JavaScript reads them', () => {
    const literal = fc.tuple(fc.nat(), fc.nat(), fc.integer({ min: -340, max: 310 }));
    fc.assert(
      fc.property(literal, ([whole, fraction, exp]) => {
        const text = `${whole}.${fraction}e${exp}`;
        expect(float64Val(makeFromLiteral(text, 'float'))[0]).toBe(Number(text));
      }),
    );
  });
});
