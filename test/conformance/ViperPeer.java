// Lets Viper's own verifier judge programs: paths come in, one a line; a line of JSON goes out for each.
//
//   java -cp VIPER.jar test/conformance/ViperPeer.java Z3 [FLAG ...]

import java.io.BufferedReader;
import java.io.InputStreamReader;
import java.util.ArrayList;
import java.util.List;
import scala.jdk.javaapi.CollectionConverters;
import viper.silicon.SiliconFrontend;
import viper.silver.ast.HasLineColumn;
import viper.silver.reporter.NoopReporter$;
import viper.silver.verifier.AbstractError;
import viper.silver.verifier.Failure;

final class ViperPeer {
  public static void main(String[] args) throws Exception {
    var lines = new BufferedReader(new InputStreamReader(System.in));
    for (String path = lines.readLine(); path != null; path = lines.readLine()) {
      System.out.println("RESULT " + judge(args, path));
      System.out.flush();
    }
    System.exit(0);
  }

  /** The errors as `["id@line", ...]`, or what went wrong as a string. */
  private static String judge(String[] args, String path) {
    try {
      var frontend = new SiliconFrontend(NoopReporter$.MODULE$, SiliconFrontend.$lessinit$greater$default$2());
      var arguments = new ArrayList<>(List.of("--z3Exe", args[0], "--timeout", "60"));
      arguments.addAll(List.of(args).subList(1, args.length));
      arguments.add(path);
      frontend.execute(CollectionConverters.asScala(arguments).toSeq(), frontend.execute$default$2());
      var errors = new ArrayList<String>();
      if (frontend.result() instanceof Failure failure) {
        for (AbstractError error : CollectionConverters.asJava(failure.errors())) {
          var line = error.pos() instanceof HasLineColumn place ? place.line() : 0;
          errors.add(quote(error.fullId() + "@" + line));
        }
      }
      return "[" + String.join(",", errors) + "]";
    } catch (Throwable problem) {
      return quote(problem.toString());
    }
  }

  private static String quote(String text) {
    return "\"" + text.replace("\\", "\\\\").replace("\"", "\\\"").replace("\n", "\\n").replace("\r", "") + "\"";
  }
}
